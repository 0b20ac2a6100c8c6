/**
 * One abstract contract test for each SPI. An implementation extends it, supplies itself, and is proved: every promise of the
 * interface, and a stampede of concurrent callers.
 */
@NullMarked
package io.seckill.test.contract;

import org.jspecify.annotations.NullMarked;
