/**
 * Ways to sell, one small adapter each behind {@link io.seckill.benchmarks.contender.Contender}; {@link
 * io.seckill.benchmarks.contender.Contenders} makes them by name. To add one, write an adapter and give it a name there.
 */
@NullMarked
package io.seckill.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
