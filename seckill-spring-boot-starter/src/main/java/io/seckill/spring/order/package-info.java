/** What happens to stored orders: {@link io.seckill.Orders}, the sweep, and the listeners of the application. */
@NullMarked
package io.seckill.spring.order;

import org.jspecify.annotations.NullMarked;
