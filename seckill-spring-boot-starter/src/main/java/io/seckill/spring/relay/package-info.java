/** The relay, which starts and stops with the application. */
@NullMarked
package io.seckill.spring.relay;

import org.jspecify.annotations.NullMarked;
