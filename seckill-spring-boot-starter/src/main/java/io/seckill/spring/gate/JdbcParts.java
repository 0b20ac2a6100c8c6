package io.seckill.spring.gate;

import io.seckill.jdbc.JdbcConditionalStockGuard;
import io.seckill.jdbc.JdbcForUpdateStockGuard;
import io.seckill.jdbc.JdbcOnePerUserGuard;
import io.seckill.jdbc.JdbcVersionedStockGuard;
import io.seckill.jdbc.lock.JdbcNamedLock;
import io.seckill.jdbc.lock.JdbcRowLock;
import io.seckill.spi.DistributedLock;
import io.seckill.spi.OnePerUserGuard;
import io.seckill.spi.StockGuard;
import javax.sql.DataSource;

/** Parts in the database. Apart from the others, because seckill-jdbc may be missing and they must not notice. */
record JdbcParts(DataSource dataSource) {

    StockGuard conditionalStockGuard() {
        return new JdbcConditionalStockGuard(dataSource);
    }

    StockGuard versionedStockGuard() {
        return new JdbcVersionedStockGuard(dataSource);
    }

    StockGuard forUpdateStockGuard() {
        return new JdbcForUpdateStockGuard(dataSource);
    }

    OnePerUserGuard onePerUserGuard() {
        return new JdbcOnePerUserGuard(dataSource);
    }

    DistributedLock rowLock() {
        return new JdbcRowLock(dataSource);
    }

    DistributedLock namedLock() {
        return new JdbcNamedLock(dataSource);
    }
}
