package io.seckill.redis.model;

import java.util.List;

/** One thing that happens to one of the sales of a random sequence. Ids are numbers here, so that they repeat and shrink. */
sealed interface Step {

    /** The number of the sale; sale 2 has not started and sale 3 has ended. */
    int sale();

    record Open(int sale, int total, int limit) implements Step {}

    record Purchase(int sale, List<Wish> wishes) implements Step {}

    record Release(int sale, List<Held> held) implements Step {}

    record CountSold(int sale, List<Held> paid) implements Step {}

    record Pause(int sale) implements Step {}

    record Resume(int sale) implements Step {}

    record ChangeStock(int sale, int quantity) implements Step {}

    record Close(int sale) implements Step {}

    /** One purchase of a batch; key 0 means that it has no request key. */
    record Wish(int buyer, int order, int quantity, int key) {}

    /** One reservation to release or to count as sold, held or not. */
    record Held(int buyer, int order) {}
}
