/**
 * The port through which everything reaches Redis, and its two drivers: one that pipelines on a Lettuce connection of its own, one for
 * any Spring Data connection factory.
 *
 * <p>A driver runs scripts and listens to channels, nothing else. It never guesses: a failed call says whether it can have taken effect.
 */
@NullMarked
package io.seckill.redis.driver;

import org.jspecify.annotations.NullMarked;
