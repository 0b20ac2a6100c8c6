/**
 * Tells what happened: to the listeners of this node, and to the other nodes.
 *
 * <p>{@link io.seckill.event.Events} is the door. Whoever makes something happen tells it there, and is neither delayed nor harmed.
 */
@NullMarked
package io.seckill.event;

import org.jspecify.annotations.NullMarked;
