/**
 * Locks on MySQL and MariaDB. {@link io.seckill.jdbc.lock.JdbcRowLock} keeps a lease in a row, and nothing else while it is held;
 * {@link io.seckill.jdbc.lock.JdbcNamedLock} keeps a connection, to which the server binds the lock.
 *
 * <p>Both use connections of their own, never that of a transaction under way: a lock must be seen by others at once, and must outlast the
 * commit of what it protects.
 */
@NullMarked
package io.seckill.jdbc.lock;

import org.jspecify.annotations.NullMarked;
