package io.seckill.load;

/**
 * Buyers of one round, each of whom buys once.
 *
 * @param name tells the buyers of one crowd from those of another
 * @param buyers how many there are
 * @param concurrent how many of them buy at a time
 */
record Crowd(String name, int buyers, int concurrent) {

    String buyer(int number) {
        return name + "-" + number;
    }
}
