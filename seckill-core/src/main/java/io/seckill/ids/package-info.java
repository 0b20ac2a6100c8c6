/**
 * Order ids that are unique across nodes, sorted by time, and say nothing about volume.
 *
 * <p>{@link io.seckill.ids.TimeSortedOrderIds} makes them; a {@link io.seckill.ids.NodeLease} says under which node number and for which
 * stretch of time it may.
 */
@NullMarked
package io.seckill.ids;

import org.jspecify.annotations.NullMarked;
