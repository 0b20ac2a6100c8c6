/** The actuator endpoint {@code seckill}: sales and outbox to look at, sales to steer. Only where the application exposes it. */
@NullMarked
package io.seckill.spring.endpoint;

import org.jspecify.annotations.NullMarked;
