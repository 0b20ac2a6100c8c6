package io.seckill.jdbc;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** A transaction manager whose commits wait until they are let go: what a transaction locks stays locked. */
final class HeldCommits extends JdbcTransactionManager implements AutoCloseable {

    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    HeldCommits(DataSource dataSource) {
        super(dataSource);
    }

    /** Returns when a transaction has done everything but its commit. */
    void awaitCommit() throws InterruptedException {
        if (!waiting.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError("no transaction came to its commit");
        }
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        waiting.countDown();
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        super.doCommit(status);
    }

    /** Lets all commits go. */
    @Override
    public void close() {
        go.countDown();
    }
}
