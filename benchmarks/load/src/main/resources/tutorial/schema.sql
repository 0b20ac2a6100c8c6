-- The tables of the tutorial's shop. The unique key is more than most tutorials have: without an index the count before each order
-- reads the whole table.

CREATE TABLE IF NOT EXISTS tutorial_voucher (
    voucher_id BIGINT NOT NULL PRIMARY KEY,
    total      BIGINT NOT NULL,
    stock      BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS tutorial_order (
    order_id    BIGINT      NOT NULL PRIMARY KEY,
    voucher_id  BIGINT      NOT NULL,
    user_id     VARCHAR(64) NOT NULL,
    status      INT         NOT NULL DEFAULT 1,
    create_time TIMESTAMP   NOT NULL DEFAULT CURRENT_TIMESTAMP,
    UNIQUE KEY tutorial_order_user (user_id, voucher_id)
) DEFAULT CHARSET = utf8mb4;
