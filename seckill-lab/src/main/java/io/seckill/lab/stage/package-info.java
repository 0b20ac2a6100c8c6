/**
 * Ways to sell, one small adapter each behind {@link io.seckill.lab.stage.Contender}; {@link
 * io.seckill.lab.stage.Contenders} makes them by name. To add one, write an adapter, give it a name there, and say in the chapters of the
 * comparison where it takes part.
 */
@NullMarked
package io.seckill.lab.stage;

import org.jspecify.annotations.NullMarked;
