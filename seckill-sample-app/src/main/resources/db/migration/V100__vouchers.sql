-- The shop's own tables. What is sold, and when; who bought it is in the ledger's tables.
-- Instants are milliseconds since 1970 in UTC, as in the ledger's tables. Numbered from 100 on to leave room for those.

CREATE TABLE voucher (
    id          BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    title       VARCHAR(100) NOT NULL,
    price_cents BIGINT       NOT NULL
) DEFAULT CHARSET = utf8mb4;

CREATE TABLE voucher_sale (
    sale_id       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    voucher_id    BIGINT      NOT NULL,
    total         BIGINT      NOT NULL,
    buyer_limit   INT         NOT NULL,
    opens_at      BIGINT      NOT NULL,
    closes_at     BIGINT      NOT NULL,
    pay_within_ms BIGINT      NOT NULL,
    KEY voucher_sale_opens (opens_at),
    CONSTRAINT voucher_sale_voucher FOREIGN KEY (voucher_id) REFERENCES voucher (id)
) DEFAULT CHARSET = utf8mb4;

-- Payments that came too late and were given back.
CREATE TABLE refund (
    order_id     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    payment_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sale_id      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    buyer_id     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    amount_cents BIGINT      NOT NULL,
    refunded_at  BIGINT      NOT NULL,
    PRIMARY KEY (order_id, payment_id),
    KEY refund_refunded (refunded_at)
) DEFAULT CHARSET = utf8mb4;
