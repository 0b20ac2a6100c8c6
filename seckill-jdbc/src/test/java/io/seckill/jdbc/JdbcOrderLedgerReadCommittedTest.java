package io.seckill.jdbc;

class JdbcOrderLedgerReadCommittedTest extends JdbcLedgerContract {

    JdbcOrderLedgerReadCommittedTest() {
        super("READ_COMMITTED");
    }
}
