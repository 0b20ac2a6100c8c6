/** Definitions and states of sales, kept on this node for seconds. */
@NullMarked
package io.seckill.spring.catalog;

import org.jspecify.annotations.NullMarked;
