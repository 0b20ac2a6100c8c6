package io.seckill.jdbc;

class JdbcConditionalGateTest extends JdbcComposedGateContract {

    JdbcConditionalGateTest() {
        super(JdbcConditionalStockGuard::new);
    }
}
