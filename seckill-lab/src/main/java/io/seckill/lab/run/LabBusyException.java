package io.seckill.lab.run;

/** Another experiment is running, and there is one at a time. */
public final class LabBusyException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LabBusyException(String running) {
        super("experiment " + running + " is running; wait for its end, or stop it");
    }
}
