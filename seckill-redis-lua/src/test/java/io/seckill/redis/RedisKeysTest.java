package io.seckill.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lettuce.core.cluster.SlotHash;
import io.seckill.SaleId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisKeysTest {

    private final RedisKeys keys = new RedisKeys("shop", 8);

    @ParameterizedTest
    @ValueSource(strings = {"123456789", "coupon-8", "a", "A-z_0.9:"})
    void computesTheChecksumOfRedisCluster(String text) {
        assertThat(RedisKeys.crc16(text) % SlotHash.SLOT_COUNT).isEqualTo(SlotHash.getSlot(text));
    }

    @Test
    void keepsAllKeysOfASaleInOneSlot() {
        SaleId sale = new SaleId("coupon-8");
        int partition = keys.partition(sale);

        assertThat(List.of(
                        keys.sale(sale),
                        keys.buyers(sale),
                        keys.stock(sale),
                        keys.slots(sale),
                        keys.outbox(partition),
                        keys.dead(partition)))
                .allMatch(key -> key.startsWith("shop:{" + partition + "}:"))
                .extracting(SlotHash::getSlot)
                .containsOnly(SlotHash.getSlot(Integer.toString(partition)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"coupon-8:alice", "{}", "}{a}", "秒杀 {7}", "a\nb"})
    void keepsTheKeysOfALockInOneSlotWhateverItsName(String name) {
        List<String> all = List.of(keys.lockHolder(name), keys.lockToken(name), keys.lockOfRedisson("fair", name));

        assertThat(all).allMatch(key -> key.matches("shop:\\{lock:[^{}\\s]+}:[a-z-]+"));
        assertThat(all).extracting(SlotHash::getSlot).containsOnly(SlotHash.getSlot(all.get(0)));
        assertThat(all).doesNotHaveDuplicates().doesNotContain(keys.lockHolder(name + "}"));
    }

    @Test
    void refusesAPrefixThatWouldMoveTheHashTag() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisKeys("shop{1}", 8))
                .withMessageContaining("shop{1}");
        assertThatIllegalArgumentException().isThrownBy(() -> new RedisKeys("", 8));
    }

    @Test
    void refusesANumberOfPartitionsOutOfBounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisKeys("shop", 0))
                .withMessageContaining("0");
        assertThatIllegalArgumentException().isThrownBy(() -> new RedisKeys("shop", 1025));
    }
}
