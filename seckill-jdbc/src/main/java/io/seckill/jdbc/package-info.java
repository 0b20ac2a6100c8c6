/**
 * The ledger and the guards on MySQL and MariaDB: {@link io.seckill.jdbc.JdbcOrderLedger} keeps the orders, three stock guards and
 * {@link io.seckill.jdbc.JdbcOnePerUserGuard} are there for those who compose a gate, {@code lock} has two locks, {@link io.seckill.jdbc.JdbcSchema} creates
 * the tables where no migration tool does.
 *
 * <p>The tables are described in the scripts under {@code db/seckill/mysql} of this jar. In the ledger's, two rules make
 * everything safe: an unpaid order is changed by one conditional update, and what is held of a sale is changed in the same transaction. The guards' are safe by
 * themselves: no count falls below zero, and no slot of a buyer is taken twice.
 */
@NullMarked
package io.seckill.jdbc;

import org.jspecify.annotations.NullMarked;
