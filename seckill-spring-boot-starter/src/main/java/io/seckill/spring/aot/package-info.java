/** What ahead-of-time processing and native images must know that no bean definition tells. */
@NullMarked
package io.seckill.spring.aot;

import org.jspecify.annotations.NullMarked;
