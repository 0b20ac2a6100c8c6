package io.seckill.lab.run;

import io.seckill.lab.stage.Conditions;
import io.seckill.lab.stage.Servers;
import io.seckill.test.server.LocalDatabase;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the other process is to do, and where. */
record Order(
        LabStage stage,
        String redis,
        String zooKeeper,
        String jdbcUrl,
        String username,
        String password,
        Conditions conditions,
        int stock,
        int callers,
        Duration limit,
        List<Integer> attempts) {

    /** Returns the order for the second of two processes. */
    static Order of(LabStage stage, Settings settings, Servers where, LocalDatabase database) {
        return new Order(
                stage,
                where.redis(),
                where.zooKeeper().orElse(""),
                database.jdbcUrl(),
                database.username(),
                database.password(),
                settings.conditions(),
                settings.stock(),
                settings.callersOf(1),
                settings.limit(),
                settings.attemptsOf(1));
    }

    Optional<String> zooKeeperAddress() {
        return Optional.of(zooKeeper).filter(address -> !address.isEmpty());
    }

    void writeTo(DataOutputStream out) throws IOException {
        out.writeUTF(stage.id());
        out.writeUTF(redis);
        out.writeUTF(zooKeeper);
        out.writeUTF(jdbcUrl);
        out.writeUTF(username);
        out.writeUTF(password);
        out.writeLong(conditions.think().toMillis());
        out.writeLong(conditions.lease().toMillis());
        out.writeLong(conditions.lockWait().toMillis());
        out.writeInt(stock);
        out.writeInt(callers);
        out.writeLong(limit.toMillis());
        Progress.writeInts(out, attempts);
        out.flush();
    }

    static Order readFrom(DataInputStream in) throws IOException {
        return new Order(
                LabStage.of(in.readUTF()),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                new Conditions(millis(in), millis(in), millis(in)),
                in.readInt(),
                in.readInt(),
                millis(in),
                Progress.readInts(in));
    }

    private static Duration millis(DataInputStream in) throws IOException {
        return Duration.ofMillis(in.readLong());
    }
}
