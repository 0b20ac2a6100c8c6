package io.seckill.spring.limit;

import io.seckill.limit.RateLimit;
import io.seckill.spi.RateLimiter;
import io.seckill.test.contract.RateLimiterContract;

class Bucket4jRateLimiterTest extends RateLimiterContract {

    @Override
    protected RateLimiter limiter(RateLimit limit) {
        return new Bucket4jRateLimiter(limit);
    }
}
