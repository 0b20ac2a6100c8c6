/**
 * The composed gate: any stock guard, any one-per-user guard and any hand-over, put together with compensation. Use it where Redis with
 * Lua cannot be had, or to compare; the fused gate decides in one atomic step what is decided here in three. A lock for each
 * buyer can be put before any gate.
 */
@NullMarked
package io.seckill.gate;

import org.jspecify.annotations.NullMarked;
