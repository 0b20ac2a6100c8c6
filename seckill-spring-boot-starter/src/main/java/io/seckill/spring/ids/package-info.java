/** Order ids, unique across the nodes that share a Redis. */
@NullMarked
package io.seckill.spring.ids;

import org.jspecify.annotations.NullMarked;
