package io.seckill.jdbc;

class JdbcOrderLedgerRepeatableReadTest extends JdbcLedgerContract {

    JdbcOrderLedgerRepeatableReadTest() {
        super("REPEATABLE_READ");
    }
}
