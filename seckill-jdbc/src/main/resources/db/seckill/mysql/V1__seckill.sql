-- The tables of seckill's order ledger, for MySQL 8.0.16 or newer and MariaDB 10.6 or newer.
--
-- Flyway: add classpath:db/seckill/mysql to its locations. If the application numbers its own migrations from 1 in the same history,
-- copy this file under a free number instead. Without a migration tool: io.seckill.jdbc.JdbcSchema.
--
-- Ids are ASCII and compared byte by byte. Instants are milliseconds since 1970 in UTC, so that no time zone of a server, a driver or a
-- JVM can move them; for reading, use FROM_UNIXTIME(created_at / 1000).
-- There is no foreign key: the ledger checks the sale under its lock, and orders may be archived apart from sales.

CREATE TABLE IF NOT EXISTS seckill_sale (
  sale_id       varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  total         bigint NOT NULL COMMENT 'items for sale, with the stock added later',
  initial_total bigint NOT NULL COMMENT 'items for sale when the sale was opened',
  held          bigint NOT NULL DEFAULT 0 COMMENT 'items of live orders; this row is locked to change it',
  buyer_limit   int    NOT NULL COMMENT 'items one buyer may hold',
  opens_at      bigint NOT NULL,
  closes_at     bigint NOT NULL,
  PRIMARY KEY (sale_id),
  CONSTRAINT seckill_sale_never_oversold CHECK (held >= 0 AND held <= total)
) ENGINE = InnoDB;

-- An order is live while it is UNPAID or PAID. A live order has a slot, the smallest number from 1 that no other live order of the buyer
-- has. CANCELLED and REFUSED rows have none, and a unique index lets NULL repeat: uniqueness is over live orders only.
--
-- To cancel: lock the sale's row; set status, live_slot = NULL, reason and updated_at WHERE status = 'UNPAID'; if that changed a row,
-- take the quantity off held. An order that is just being stored may make this the victim of a deadlock (error 1213): do it again.
CREATE TABLE IF NOT EXISTS seckill_order (
  order_id   varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sale_id    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  buyer_id   varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  quantity   int         NOT NULL,
  status     varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'UNPAID, PAID, CANCELLED, REFUSED',
  live_slot  int         NULL,
  reason     varchar(40) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'why it was cancelled or refused',
  created_at bigint      NOT NULL,
  updated_at bigint      NOT NULL COMMENT 'when the status changed last',
  PRIMARY KEY (order_id),
  UNIQUE KEY seckill_order_live (sale_id, buyer_id, live_slot),
  -- the unpaid orders past their deadline, oldest first
  KEY seckill_order_age (status, created_at),
  CONSTRAINT seckill_order_of_something CHECK (quantity >= 1),
  CONSTRAINT seckill_order_status CHECK (status IN ('UNPAID', 'PAID', 'CANCELLED', 'REFUSED')),
  CONSTRAINT seckill_order_live_or_not CHECK ((live_slot IS NULL) = (status IN ('CANCELLED', 'REFUSED')))
) ENGINE = InnoDB;
