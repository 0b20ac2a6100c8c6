package io.seckill.jdbc;

class JdbcForUpdateGateTest extends JdbcComposedGateContract {

    JdbcForUpdateGateTest() {
        super(JdbcForUpdateStockGuard::new);
    }
}
