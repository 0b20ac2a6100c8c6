/**
 * The order ledger on MySQL and MariaDB: {@link io.seckill.jdbc.JdbcOrderLedger} keeps the orders, {@link io.seckill.jdbc.JdbcSchema}
 * creates its two tables where no migration tool does.
 *
 * <p>The tables are described in {@code db/seckill/mysql/V1__seckill.sql} of this jar. One rule makes everything here safe: whoever
 * changes what is held of a sale locks the sale's row first, and the orders after it.
 */
@NullMarked
package io.seckill.jdbc;

import org.jspecify.annotations.NullMarked;
