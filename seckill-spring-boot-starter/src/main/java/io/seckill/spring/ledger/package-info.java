/** The application's database, and the order ledger in it where the application has no order sink of its own. */
@NullMarked
package io.seckill.spring.ledger;

import org.jspecify.annotations.NullMarked;
