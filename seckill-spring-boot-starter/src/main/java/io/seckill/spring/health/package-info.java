/**
 * Health of the selling: down when the outbox gives no answer, degraded when orders do not get on, else up. What is wrong is judged once;
 * Spring Boot 3.5 and 4 have different types for it, so each has an adapter.
 */
@NullMarked
package io.seckill.spring.health;

import org.jspecify.annotations.NullMarked;
