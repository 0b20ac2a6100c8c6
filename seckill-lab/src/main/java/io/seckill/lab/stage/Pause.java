package io.seckill.lab.stage;

import java.time.Duration;

/** A pause that is taken again and again; none if its length is zero. */
record Pause(Duration length) {

    void take() {
        if (length.isZero()) {
            return;
        }
        try {
            Thread.sleep(length.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it thought", e);
        }
    }
}
