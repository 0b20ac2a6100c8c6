package io.seckill.lab.stage;

import java.util.Optional;
import javax.sql.DataSource;

/**
 * What contenders may use.
 *
 * @param redis the URI of a Redis that is emptied before each sale
 * @param database a pool on a schema that has the ledger's tables
 * @param zooKeeper the address of a ZooKeeper; without it, who needs one starts one
 */
public record Servers(String redis, DataSource database, Optional<String> zooKeeper) {

    /** Makes servers without a ZooKeeper. */
    public Servers(String redis, DataSource database) {
        this(redis, database, Optional.empty());
    }
}
