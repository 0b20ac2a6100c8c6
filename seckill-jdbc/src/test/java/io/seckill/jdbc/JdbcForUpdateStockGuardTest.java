package io.seckill.jdbc;

class JdbcForUpdateStockGuardTest extends JdbcStockGuardContract {

    JdbcForUpdateStockGuardTest() {
        super(JdbcForUpdateStockGuard::new);
    }
}
