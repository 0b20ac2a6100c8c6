/** What could not be delivered to the database, for the operator to decide. */
@NullMarked
package io.seckill.sample.deadletter;

import org.jspecify.annotations.NullMarked;
