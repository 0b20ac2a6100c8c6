/** The gate on real Redis beside a model in plain Java, under random sequences of steps. */
@NullMarked
package io.seckill.redis.model;

import org.jspecify.annotations.NullMarked;
