package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.Opening;
import io.seckill.Sale;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What every {@link SaleRegistry} promises.
 *
 * @since 0.1
 */
public abstract class SaleRegistryContract {

    private final Sale sale = Samples.openSale(100, 2);

    /** Returns the registry under test; the same one, or one that shares its state, at every call. */
    protected abstract SaleRegistry sales();

    @Test
    void opensASaleOnce() {
        assertThat(sales().open(sale)).isEqualTo(new Opening.Created());
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(sales().ids()).contains(sale.id());
    }

    @Test
    void findsTheSaleAsItWasDefined() {
        sales().open(sale);

        SaleStatus status = found();

        assertThat(status.sale()).isEqualTo(sale);
        assertThat(status.state()).isEqualTo(SaleState.OPEN);
        assertThat(status.available()).isEqualTo(100);
        assertThat(status.reserved()).isZero();
        assertThat(status.sold()).isZero();
        assertThat(status.serverTime()).isCloseTo(Instant.now(), within(Duration.ofMinutes(1)));
        assertThat(status.selling()).isTrue();
    }

    @Test
    void refusesAnotherDefinitionAndNamesTheDifference() {
        sales().open(sale);

        Sale other = new Sale(sale.id(), 200, 3, sale.opens(), sale.closes());
        Opening opening = sales().open(other);

        assertThat(opening).isEqualTo(new Opening.Different(other, sale));
        assertThat(((Opening.Different) opening).difference()).isEqualTo("total is 100, not 200; limit is 2, not 3");
        assertThat(found().sale()).isEqualTo(sale);
    }

    @Test
    void knowsNothingOfASaleThatWasNeverOpened() {
        assertThat(sales().find(sale.id())).isEmpty();
        assertThat(sales().change(sale.id(), new SaleChange.Pause())).isEmpty();
        assertThat(sales().change(sale.id(), new SaleChange.AddStock(1))).isEmpty();
        assertThat(sales().find(sale.id())).isEmpty();
        assertThat(sales().ids()).doesNotContain(sale.id());
    }

    @Test
    void pausesAndResumes() {
        sales().open(sale);

        assertThat(after(new SaleChange.Pause()).state()).isEqualTo(SaleState.PAUSED);
        assertThat(after(new SaleChange.Pause()).state()).isEqualTo(SaleState.PAUSED);
        assertThat(found().selling()).isFalse();
        assertThat(after(new SaleChange.Resume()).state()).isEqualTo(SaleState.OPEN);
        assertThat(after(new SaleChange.Resume()).state()).isEqualTo(SaleState.OPEN);
    }

    @Test
    void closesForGood() {
        sales().open(sale);

        assertThat(after(new SaleChange.Close()).state()).isEqualTo(SaleState.CLOSED);
        assertThat(after(new SaleChange.Resume()).state()).isEqualTo(SaleState.CLOSED);
        assertThat(after(new SaleChange.Pause()).state()).isEqualTo(SaleState.CLOSED);
        assertThat(after(new SaleChange.AddStock(5)).sale().total()).isEqualTo(100);
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(found().state()).isEqualTo(SaleState.CLOSED);
    }

    @Test
    void addsStockAndStillKnowsBothDefinitions() {
        sales().open(sale);

        SaleStatus status = after(new SaleChange.AddStock(50));

        assertThat(status.sale()).isEqualTo(sale.withTotal(150));
        assertThat(status.available()).isEqualTo(150);
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(sales().open(sale.withTotal(150))).isEqualTo(new Opening.Unchanged());
        assertThat(found().available()).isEqualTo(150);
    }

    @Test
    void refusesMoreStockThanASaleMayHave() {
        sales().open(sale);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sales().change(sale.id(), new SaleChange.AddStock(Sale.MAX_TOTAL)))
                .withMessageContaining(Long.toString(Sale.MAX_TOTAL));
        assertThat(found().sale().total()).isEqualTo(100);
        assertThat(found().available()).isEqualTo(100);
    }

    @Test
    void aStampedeOpensASaleOnce() {
        List<Opening> openings = Stampede.of(50, number -> sales().open(sale));

        assertThat(openings.stream().filter(Opening.Created.class::isInstance)).hasSize(1);
        assertThat(found().available()).isEqualTo(100);
    }

    @Test
    void aStampedeAddsStockWithoutLosingAny() {
        sales().open(sale);

        Stampede.of(50, number -> after(new SaleChange.AddStock(2)));

        assertThat(found().sale().total()).isEqualTo(200);
        assertThat(found().available()).isEqualTo(200);
    }

    private static org.assertj.core.data.TemporalUnitOffset within(Duration duration) {
        return new org.assertj.core.data.TemporalUnitWithinOffset(
                duration.toSeconds(), java.time.temporal.ChronoUnit.SECONDS);
    }

    private SaleStatus found() {
        return sales().find(sale.id()).orElseThrow();
    }

    private SaleStatus after(SaleChange change) {
        Optional<SaleStatus> status = sales().change(sale.id(), change);
        return status.orElseThrow();
    }
}
