package io.seckill.load;

import java.util.List;

/**
 * How much is asked.
 *
 * @param steps how many buyers are concurrent, step by step
 * @param rushBuyers buyers of one rush, whatever the step
 * @param rushRounds counted rushes of each shop in each step; an even number, so that neither is always second
 * @param jmeterRounds counted crowds of JMeter of each shop in each step
 * @param warmUps rushes of each shop that are not counted: until its code is compiled
 */
record Pace(List<Integer> steps, int rushBuyers, int rushRounds, int jmeterRounds, int warmUps) {

    private static final List<Integer> STEPS = List.of(100, 500, 1_000, 2_000);

    static final Pace FULL = new Pace(STEPS, 10_000, 4, 2, 12);
    static final Pace QUICK = new Pace(STEPS, 4_000, 2, 1, 8);

    Pace withoutJMeter() {
        return new Pace(steps, rushBuyers, rushRounds, 0, warmUps);
    }
}
