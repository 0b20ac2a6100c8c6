package io.seckill.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.SaleId;
import io.seckill.spi.StockGuard;
import io.seckill.test.contract.Samples;
import io.seckill.test.contract.Stampede;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JdbcStockGuardsTogetherTest {

    private final SaleId sale = Samples.saleId();

    @Test
    void guardsOfEveryKindMayTakeFromOneCount() {
        try (Fixture fixture = Fixture.fresh()) {
            List<StockGuard> kinds = List.of(
                    new JdbcConditionalStockGuard(fixture.pool),
                    new JdbcVersionedStockGuard(fixture.pool),
                    new JdbcForUpdateStockGuard(fixture.pool));
            kinds.get(0).start(sale, 40);

            List<OptionalLong> takes =
                    Stampede.of(60, number -> kinds.get(number % 3).tryTake(sale, 1));

            assertThat(takes.stream().filter(OptionalLong::isPresent))
                    .hasSize(40)
                    .doesNotHaveDuplicates();
            assertThat(kinds.get(1).available(sale)).hasValue(0);
        }
    }
}
