/** Purchase tokens, where keys are configured. */
@NullMarked
package io.seckill.spring.token;

import org.jspecify.annotations.NullMarked;
