-- The tables of seckill's guards, for MySQL 8.0.16 or newer and MariaDB 10.6 or newer. Only who composes a gate on the database fills
-- them; the order ledger does without.
--
-- Ids as in V1: ASCII, compared byte by byte. So is the way to number this file otherwise.

-- One row counts one sale, for every kind of stock guard: whoever changes the count raises the version too.
CREATE TABLE IF NOT EXISTS seckill_stock (
  sale_id   varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  available bigint NOT NULL COMMENT 'items left',
  version   bigint NOT NULL DEFAULT 0 COMMENT 'changes so far',
  PRIMARY KEY (sale_id),
  CONSTRAINT seckill_stock_never_below_zero CHECK (available >= 0)
) ENGINE = InnoDB;

-- One row for each item of a reservation. While it is held, it has one of the buyer's slots 1 to the sale's limit, so the unique index
-- over the slots alone keeps a buyer from holding more, whoever inserts. A released row has no slot, and a unique index lets NULL
-- repeat; so it does for reservations without a request key.
CREATE TABLE IF NOT EXISTS seckill_mark (
  mark_id     bigint      NOT NULL AUTO_INCREMENT COMMENT 'the order of acceptance',
  sale_id     varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  buyer_id    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  order_id    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  item        int         NOT NULL COMMENT '1 to the quantity of the reservation',
  request_key varchar(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  live_slot   int         NULL,
  reason      varchar(40) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'why it was released',
  PRIMARY KEY (mark_id),
  UNIQUE KEY seckill_mark_live (sale_id, buyer_id, live_slot),
  UNIQUE KEY seckill_mark_order (sale_id, buyer_id, order_id, item),
  UNIQUE KEY seckill_mark_request (sale_id, buyer_id, request_key, item),
  CONSTRAINT seckill_mark_live_or_released CHECK ((live_slot IS NULL) = (reason IS NOT NULL))
) ENGINE = InnoDB;
