package io.seckill.lab.stage;

import io.seckill.ids.LocalNodeLease;
import io.seckill.ids.TimeSortedOrderIds;
import java.util.Set;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RLock;
import org.redisson.api.RSet;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamAddArgs;

/**
 * A lock of each buyer around single commands: is there stock, did this buyer buy, take one, remember the buyer, add the order. The
 * lock keeps one buyer's calls apart; stock is kept by taking first and giving back what was too much.
 */
final class RedissonLock implements Contender {

    private final TimeSortedOrderIds orders = new TimeSortedOrderIds(new LocalNodeLease());
    private final RedissonClient redisson;
    private final RAtomicLong stock;
    private final RSet<String> buyers;
    private final RStream<String, String> stream;

    RedissonLock(String redis) {
        redisson = Locks.connectRedisson(redis);
        stock = redisson.getAtomicLong("{lock}stock");
        buyers = redisson.getSet("{lock}buyers");
        stream = redisson.getStream("{lock}orders");
    }

    @Override
    public String name() {
        return Contenders.REDISSON_LOCK;
    }

    @Override
    public void open(long newStock) {
        stock.set(newStock);
    }

    @Override
    public Answer buy(String buyer) {
        RLock lock = redisson.getLock("{lock}:" + buyer);
        if (!lock.tryLock()) {
            return Answer.BOUGHT_BEFORE; // another call of this buyer is under way
        }
        try {
            return buyLocked(buyer);
        } finally {
            lock.unlock();
        }
    }

    private Answer buyLocked(String buyer) {
        if (stock.get() <= 0) {
            return Answer.SOLD_OUT;
        }
        if (buyers.contains(buyer)) {
            return Answer.BOUGHT_BEFORE;
        }
        if (stock.decrementAndGet() < 0) {
            stock.incrementAndGet();
            return Answer.SOLD_OUT;
        }
        buyers.add(buyer);
        stream.add(StreamAddArgs.entries(
                "userId", buyer, "voucherId", "1", "id", orders.next().value()));
        return Answer.BOUGHT;
    }

    @Override
    public long sold() {
        return buyers.size();
    }

    /** The DEL with which each unlock ends is not counted, but the GET within its script is. */
    @Override
    public Set<String> commands() {
        return Set.of("evalsha", "eval", "get", "sismember", "decr", "incr", "sadd", "xadd");
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
