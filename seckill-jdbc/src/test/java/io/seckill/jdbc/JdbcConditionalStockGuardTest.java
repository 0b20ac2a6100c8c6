package io.seckill.jdbc;

class JdbcConditionalStockGuardTest extends JdbcStockGuardContract {

    JdbcConditionalStockGuardTest() {
        super(JdbcConditionalStockGuard::new);
    }
}
