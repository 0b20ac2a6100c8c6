package io.seckill.jdbc;

class JdbcVersionedGateTest extends JdbcComposedGateContract {

    JdbcVersionedGateTest() {
        super(JdbcVersionedStockGuard::new);
    }
}
