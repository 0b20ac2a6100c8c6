package io.seckill.spring.internal;

import javax.sql.DataSource;

/**
 * The application's database as chosen for seckill, with its tables created if that is wanted.
 *
 * @since 0.1
 */
public record SeckillDatabase(DataSource dataSource) {}
