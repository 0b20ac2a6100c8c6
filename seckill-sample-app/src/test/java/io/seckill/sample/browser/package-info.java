/** The shop's pages in a real browser. */
@NullMarked
package io.seckill.sample.browser;

import org.jspecify.annotations.NullMarked;
