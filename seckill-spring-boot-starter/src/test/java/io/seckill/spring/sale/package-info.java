/** Whole sales: application contexts, Redis, the database and real faults, with the guarantees asserted after each. */
@NullMarked
package io.seckill.spring.sale;

import org.jspecify.annotations.NullMarked;
