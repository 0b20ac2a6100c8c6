package io.seckill.lab.stage;

import javax.sql.DataSource;

/**
 * What contenders may use.
 *
 * @param redis the URI of a Redis that is emptied before each sale
 * @param database a pool on a schema that has the ledger's tables
 */
public record Servers(String redis, DataSource database) {}
