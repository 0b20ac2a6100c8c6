package io.seckill.spring.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.BuyerId;
import io.seckill.Holding;
import io.seckill.PurchaseResult;
import io.seckill.ReleaseReason;
import io.seckill.Reservation;
import io.seckill.SaleId;
import io.seckill.gate.ComposedGate;
import io.seckill.redis.RedisLuaGate;
import io.seckill.spi.AdmissionGate;
import io.seckill.spring.Contexts;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What {@code seckill.gate} chooses. */
class GateNameTest {

    private final ApplicationContextRunner shop = Contexts.onRedis();

    @Test
    void isRedisLuaUnlessConfigured() {
        shop.run(context -> assertThat(context).getBean(AdmissionGate.class).isInstanceOf(RedisLuaGate.class));
    }

    @ParameterizedTest
    @CsvSource({
        "redis-lua, io.seckill.redis.RedisLuaGate",
        "composed, io.seckill.gate.ComposedGate",
        "in-memory, io.seckill.gate.ComposedGate",
        "IN_MEMORY, io.seckill.gate.ComposedGate"
    })
    void choosesTheGate(String name, Class<?> gate) {
        shop.withPropertyValues("seckill.gate=" + name)
                .run(context -> assertThat(context).getBean(AdmissionGate.class).isInstanceOf(gate));
    }

    @ParameterizedTest
    @EnumSource
    void aGateOfTheApplicationWins(GateKind kind) {
        AdmissionGate mine = new NoGate();
        shop.withPropertyValues("seckill.gate=" + kind)
                .withBean("mine", AdmissionGate.class, () -> mine)
                .run(context -> {
                    assertThat(context).getBean(AdmissionGate.class).isSameAs(mine);
                    assertThat(context).doesNotHaveBean(RedisLuaGate.class).doesNotHaveBean(ComposedGate.class);
                });
    }

    @Test
    void aWrongNameIsRefusedWithTheRightOnes() {
        shop.withPropertyValues("seckill.gate=redis")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("seckill.gate")
                        .hasStackTraceContaining("No enum constant io.seckill.spring.gate.GateKind.redis"));
    }

    private static final class NoGate implements AdmissionGate {

        @Override
        public CompletionStage<List<PurchaseResult>> admit(SaleId sale, List<Reservation> wanted) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<Integer> release(SaleId sale, List<Reservation> reservations, ReleaseReason reason) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<List<Holding>> holdings(SaleId sale, BuyerId buyer) {
            throw new UnsupportedOperationException();
        }
    }
}
