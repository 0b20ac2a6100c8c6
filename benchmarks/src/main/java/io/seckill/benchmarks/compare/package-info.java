/**
 * The chapters of {@link io.seckill.benchmarks.Comparison}: what is run, what is read off Redis and this JVM meanwhile, and how it is
 * told.
 *
 * <p>Contenders take turns within one run, in rounds of slices bounded in time and count; the first round warms up, the others are summed.
 * {@link io.seckill.benchmarks.compare.Pace} says how long everything takes.
 */
@NullMarked
package io.seckill.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
