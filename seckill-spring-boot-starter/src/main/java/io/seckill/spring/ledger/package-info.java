/** The order ledger in the application's database, where the application has no order sink of its own. */
@NullMarked
package io.seckill.spring.ledger;

import org.jspecify.annotations.NullMarked;
