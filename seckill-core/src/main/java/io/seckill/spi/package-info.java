/**
 * What a backend implements. Each interface is one ability; an implementation proves itself by extending the contract test of the same
 * name in {@code seckill-test}.
 *
 * <p>Common to all: implementations are thread-safe, and their steps are atomic also when several JVMs share the same sale. An expected
 * "no" is returned; only breakage is thrown, as {@link io.seckill.SeckillUnavailableException}, which says whether anything can have
 * changed.
 */
@NullMarked
package io.seckill.spi;

import org.jspecify.annotations.NullMarked;
