package io.seckill.lab.stage;

/** A way to sell in which several processes can take part. */
public interface Shareable extends Contender {

    /** Returns the id of the present sale. */
    String sale();

    /** Takes part in the sale of this id that another process has opened with this stock, or in one of its own. */
    void join(String sale, long stock);

    /** Returns what this process noticed since it was connected. */
    Noticed noticed();
}
