-- The tables of seckill's order ledger, for MySQL 8.0.16 or newer and MariaDB 10.6 or newer.
--
-- Flyway: add classpath:db/seckill/mysql to its locations. If the application numbers its own migrations from 1 in the same history,
-- copy this file under a free number instead. Without a migration tool: io.seckill.jdbc.JdbcSchema.
--
-- Ids are ASCII and compared byte by byte. Instants are milliseconds since 1970 in UTC, so that no time zone of a server, a driver or a
-- JVM can move them; for reading, use FROM_UNIXTIME(created_at / 1000).
-- There is no foreign key: the ledger checks the sale under its lock, and orders may be archived apart from sales.

CREATE TABLE IF NOT EXISTS seckill_sale (
  sale_id           varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  total             bigint NOT NULL COMMENT 'items for sale now',
  initial_total     bigint NOT NULL COMMENT 'items for sale when the sale was opened',
  held              bigint NOT NULL DEFAULT 0 COMMENT 'items of live orders; this row is locked to change it',
  buyer_limit       int    NOT NULL COMMENT 'items one buyer may hold',
  opens_at          bigint NOT NULL,
  closes_at         bigint NOT NULL COMMENT 'end of the window now',
  initial_closes_at bigint NOT NULL COMMENT 'end of the window when the sale was opened',
  pay_within_ms     bigint NOT NULL COMMENT 'how long an order waits for its payment',
  epoch             int    NOT NULL DEFAULT 0 COMMENT 'how often the gate was rebuilt; what it accepted before is refused',
  settled_at        bigint NULL COMMENT 'when the figures became final',
  sold              bigint NULL COMMENT 'final figures, in items',
  cancelled         bigint NULL,
  refused           bigint NULL,
  PRIMARY KEY (sale_id),
  CONSTRAINT seckill_sale_never_oversold CHECK (held >= 0 AND held <= total)
) ENGINE = InnoDB;

-- An order is live while it is UNPAID or PAID. A live order has a slot, the smallest number from 1 that no other live order of the buyer
-- has. CANCELLED and REFUSED rows have none, and a unique index lets NULL repeat: uniqueness is over live orders only.
--
-- To pay or cancel, call io.seckill.Orders: besides this row there are the sale's row and the gate to be changed. Of those who change an
-- UNPAID order the first wins, by UPDATE ... WHERE status = 'UNPAID'. Who changes an order and its sale changes the order first.
-- PAID, CANCELLED and REFUSED are final. Archive only rows of settled sales (settled_at is not NULL), whose gate_due_at is NULL, and that
-- have no open late payment: a sale that is not settled is compared with its orders, and rebuilt from them.
CREATE TABLE IF NOT EXISTS seckill_order (
  order_id    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sale_id     varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  buyer_id    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  quantity    int         NOT NULL,
  status      varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'UNPAID, PAID, CANCELLED, REFUSED',
  live_slot   int         NULL,
  reason      varchar(40) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'why it was cancelled or refused',
  created_at  bigint      NOT NULL,
  updated_at  bigint      NOT NULL COMMENT 'when the status changed last',
  pay_by      bigint      NOT NULL COMMENT 'from then on the sweep may cancel it',
  payment_id  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'by which it was paid',
  gate_due_at bigint      NULL COMMENT 'when the gate is told again that it was paid or cancelled; NULL if it knows',
  PRIMARY KEY (order_id),
  UNIQUE KEY seckill_order_live (sale_id, buyer_id, live_slot),
  -- all orders of a sale, page by page
  KEY seckill_order_of_sale (sale_id, order_id),
  -- the unpaid orders past their deadline, oldest first
  KEY seckill_order_due (status, pay_by),
  -- those that the gate has to be told of
  KEY seckill_order_untold (gate_due_at),
  CONSTRAINT seckill_order_of_something CHECK (quantity >= 1),
  CONSTRAINT seckill_order_status CHECK (status IN ('UNPAID', 'PAID', 'CANCELLED', 'REFUSED')),
  CONSTRAINT seckill_order_live_or_not CHECK ((live_slot IS NULL) = (status IN ('CANCELLED', 'REFUSED'))),
  CONSTRAINT seckill_order_paid_or_not CHECK ((payment_id IS NULL) = (status <> 'PAID'))
) ENGINE = InnoDB;

-- Payments of orders that were cancelled, refused or paid already. Each is to be given back.
CREATE TABLE IF NOT EXISTS seckill_late_payment (
  order_id    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  payment_id  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  received_at bigint      NOT NULL,
  due_at      bigint      NOT NULL COMMENT 'from then on a node may take it to give it back',
  refunded_at bigint      NULL,
  PRIMARY KEY (order_id, payment_id),
  -- those not given back yet, oldest first
  KEY seckill_late_payment_open (refunded_at, received_at),
  -- those of them that no node has taken
  KEY seckill_late_payment_due (refunded_at, due_at)
) ENGINE = InnoDB;
