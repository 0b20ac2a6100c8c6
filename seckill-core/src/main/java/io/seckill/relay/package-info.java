/**
 * Moves reservations from the outbox to the order sink, at least once.
 *
 * <p>{@link io.seckill.relay.OrderRelay} is the door. Each of its workers takes parcels, hands their reservations to the sink in batches,
 * and settles a parcel when the last of its reservations is done: stored, refused and released, or given up as a dead letter. A
 * reservation that fails waits aside and is tried again; the others go on.
 */
@NullMarked
package io.seckill.relay;

import org.jspecify.annotations.NullMarked;
