package io.seckill.benchmarks.compare;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Contender;
import java.util.function.BiConsumer;

/** Buys, waits for the answer, and buys again. */
final class Caller extends Driving {

    private final Tally tally = new Tally();
    private final BiConsumer<String, Answer> eachAnswer;

    Caller(Contender contender, Buyers buyers, long limitNanos, BiConsumer<String, Answer> eachAnswer) {
        super(contender, buyers, limitNanos);
        this.eachAnswer = eachAnswer;
    }

    @Override
    void drive() {
        long began = System.nanoTime();
        long now = began;
        String buyer;
        while (now - began < limitNanos && (buyer = buyers.next()) != null) {
            Answer answer = buy(buyer);
            long after = System.nanoTime();
            tally.record(answer, after - now);
            eachAnswer.accept(buyer, answer);
            now = after;
        }
    }

    private Answer buy(String buyer) {
        try {
            return contender.buy(buyer);
        } catch (RuntimeException e) {
            return Answer.FAILED;
        }
    }

    @Override
    Tally tally() {
        return tally;
    }
}
