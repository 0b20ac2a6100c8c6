package io.seckill.lab.run;

/** How far a stage is. */
public enum TrialState {
    /** Its turn comes. */
    WAITING,
    /** It is connected and warmed up. */
    PREPARING,
    /** It sells. */
    RUNNING,
    /** It is over. */
    DONE,
    /** Somebody stopped it. */
    STOPPED,
    /** It broke down. */
    FAILED
}
