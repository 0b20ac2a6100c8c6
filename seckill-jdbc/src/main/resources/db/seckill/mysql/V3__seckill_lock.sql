-- The table of io.seckill.jdbc.lock.JdbcRowLock, for MySQL 8.0.16 or newer and MariaDB 10.6 or newer. Nothing else uses it.
--
-- One row for each name that was ever locked; it is held while until_ms lies ahead of the server's clock. Names are UTF-8 bytes, so that
-- no collation takes two of them for one.
--
-- Old rows may be deleted at any time, as many as one likes:
--   DELETE FROM seckill_lock WHERE until_ms < (UNIX_TIMESTAMP() - 86400) * 1000 LIMIT 1000;
-- A row that comes back begins with the present millisecond as its token, so tokens grow nevertheless.

CREATE TABLE IF NOT EXISTS seckill_lock (
  name     varbinary(800) NOT NULL,
  owner    char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'a random id for each lease',
  token    bigint NOT NULL COMMENT 'fencing token, greater with each lease',
  until_ms bigint NOT NULL COMMENT 'end of the lease, in milliseconds since 1970 in UTC; 0 if it was given back',
  PRIMARY KEY (name)
) ENGINE = InnoDB;
