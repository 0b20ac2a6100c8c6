package io.seckill.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.seckill.AuditEntry;
import io.seckill.Opening;
import io.seckill.Operator;
import io.seckill.RequestKey;
import io.seckill.Sale;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.SaleUpdate;
import io.seckill.spi.SaleChange;
import io.seckill.spi.SaleRegistry;
import io.seckill.spi.StockChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link SaleRegistry} promises.
 *
 * @since 0.1
 */
public abstract class SaleRegistryContract {

    private static final Operator BY = Operator.named("operator-1");

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
        assertThat(sales().change(sale.id(), new SaleChange.Pause(), BY)).isEqualTo(new SaleUpdate.Unknown());
        assertThat(change(1, BY)).isEqualTo(new StockChange(new SaleUpdate.Unknown(), false));
        assertThat(change(-1, BY)).isEqualTo(new StockChange(new SaleUpdate.Unknown(), false));
        assertThat(sales().audit(sale.id())).isEmpty();
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
        assertThat(after(new SaleChange.Close()).state()).isEqualTo(SaleState.CLOSED);
        for (SaleChange change : List.of(
                new SaleChange.Resume(),
                new SaleChange.Pause(),
                new SaleChange.Extend(sale.closes().plusSeconds(60)))) {
            assertThat(refused(sales().change(sale.id(), change, BY))).contains("CLOSED");
        }
        assertThat(refused(change(5, BY).update())).contains("CLOSED");
        assertThat(refused(change(-5, BY).update())).contains("CLOSED");
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(found().state()).isEqualTo(SaleState.CLOSED);
        assertThat(found().sale()).isEqualTo(sale);
        assertThat(audit()).containsExactly("close");
    }

    @Test
    void addsStockAndStillKnowsBothDefinitions() {
        sales().open(sale);

        SaleStatus status = changed(50);

        assertThat(status.sale()).isEqualTo(sale.withTotal(150));
        assertThat(status.available()).isEqualTo(150);
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(sales().open(sale.withTotal(150))).isEqualTo(new Opening.Unchanged());
        assertThat(sales().open(sale.withTotal(149))).isInstanceOf(Opening.Different.class);
        assertThat(found().available()).isEqualTo(150);
    }

    @Test
    void takesOutWhatNobodyHoldsButNeverEverything() {
        sales().open(sale);

        SaleStatus status = changed(-99);

        assertThat(status.sale()).isEqualTo(sale.withTotal(1));
        assertThat(status.available()).isEqualTo(1);
        assertThat(refused(change(-1, BY).update())).contains("total of 1");
        assertThat(refused(change(-2, BY).update())).contains("only 1 items that nobody holds");
        assertThat(found().available()).isEqualTo(1);
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(audit()).containsExactly("withdraw-stock 99");
    }

    @Test
    void refusesMoreStockThanASaleMayHave() {
        sales().open(sale);

        assertThat(refused(change(Sale.MAX_TOTAL, BY).update())).contains(Long.toString(Sale.MAX_TOTAL));

        assertThat(found().sale().total()).isEqualTo(100);
        assertThat(found().available()).isEqualTo(100);
    }

    @Test
    void tellsTheBookBeforeItAddsAndAfterItTookOut() {
        sales().open(sale);
        List<String> told = new ArrayList<>();
        StockChange.Book book = (from, to) ->
                told.add(from + " to " + to + " at " + found().sale().total());

        sales().changeStock(sale.id(), 5, BY, book);
        sales().changeStock(sale.id(), -3, BY, book);

        assertThat(told).containsExactly("100 to 105 at 100", "105 to 102 at 102");
    }

    @Test
    void addsNothingThatTheBookDoesNotKnow() {
        sales().open(sale);

        StockChange change = sales().changeStock(sale.id(), 5, BY, (from, to) -> false);

        assertThat(change.made()).isFalse();
        assertThat(refused(change.update())).contains("ledger");
        assertThat(found().sale()).isEqualTo(sale);
        assertThat(audit()).isEmpty();
        assertThat(changed(5).available()).isEqualTo(105);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, -5})
    void aChangeWhoseBookFailedIsMadeOnceByTheNextCall(long difference) {
        sales().open(sale);
        Operator keyed = BY.once(new RequestKey("form-1"));
        assertThatIllegalStateException()
                .isThrownBy(() -> sales().changeStock(sale.id(), difference, keyed, (from, to) -> {
                    throw new IllegalStateException("the ledger is out of order");
                }));

        assertThat(change(difference, keyed).update()).isInstanceOf(SaleUpdate.Done.class);
        change(difference, keyed);

        assertThat(found().sale().total()).isEqualTo(100 + difference);
        assertThat(found().available()).isEqualTo(100 + difference);
        assertThat(audit()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, -5})
    void whatIsHalfDoneIsFinishedSoThatTheBookKnowsTheTotal(long difference) {
        sales().open(sale);
        AtomicLong book = new AtomicLong(100);
        assertThatIllegalStateException()
                .isThrownBy(() -> sales().changeStock(sale.id(), difference, BY, (from, to) -> {
                    throw new IllegalStateException("the ledger is out of order");
                }));

        sales().finishStockChange(sale.id(), book::compareAndSet);

        assertThat(found().sale().total()).isEqualTo(book.get());
        assertThat(found().available()).isEqualTo(book.get());
        sales().finishStockChange(sale.id(), (from, to) -> {
            throw new AssertionError("nothing is half done any more");
        });
    }

    @Test
    void makesOneChangeUnderAKey() {
        sales().open(sale);
        Operator keyed = BY.once(new RequestKey("form-1"));

        assertThat(change(5, keyed).made()).isTrue();
        assertThat(change(5, keyed).made()).isFalse();
        for (long other : List.of(7L, -200L, Sale.MAX_TOTAL)) {
            assertThat(change(other, keyed).update()).isInstanceOf(SaleUpdate.Done.class);
            assertThat(change(other, keyed).before()).isEqualTo("add-stock 5");
        }
        assertThat(sales().change(sale.id(), new SaleChange.Pause(), keyed)).isInstanceOf(SaleUpdate.Done.class);
        assertThat(change(-105 + 1, BY.once(new RequestKey("form-2"))).made()).isTrue();
        assertThat(change(-105 + 1, BY.once(new RequestKey("form-2"))).made()).isFalse();

        assertThat(found().sale().total()).isEqualTo(1);
        assertThat(found().state()).isEqualTo(SaleState.OPEN);
        assertThat(audit()).containsExactly("add-stock 5", "withdraw-stock 104");
    }

    @Test
    void extendsTheWindowAndStillKnowsBothDefinitions() {
        sales().open(sale);
        Instant later = sale.closes().plusSeconds(60);

        assertThat(after(new SaleChange.Extend(later)).sale()).isEqualTo(sale.withCloses(later));
        assertThat(after(new SaleChange.Extend(later)).sale()).isEqualTo(sale.withCloses(later));
        assertThat(refused(sales().change(sale.id(), new SaleChange.Extend(sale.closes()), BY)))
                .contains(later.toString());

        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(sales().open(sale.withCloses(later))).isEqualTo(new Opening.Unchanged());
        assertThat(sales().open(sale.withCloses(later.plusSeconds(1)))).isInstanceOf(Opening.Different.class);
        assertThat(found().sale()).isEqualTo(sale.withCloses(later));
        assertThat(audit()).containsExactly("extend " + later);
    }

    @Test
    void sellsAgainWhenAWindowThatIsOverIsExtended() {
        Instant now = Instant.now();
        Sale over = new Sale(sale.id(), 5, 1, now.minusSeconds(120), now.minusSeconds(60));
        sales().open(over);
        assertThat(found().selling()).isFalse();

        assertThat(after(new SaleChange.Extend(now.plusSeconds(600))).selling()).isTrue();
    }

    @Test
    void remembersHowLongAnOrderWaitsForItsPayment() {
        Sale hasty = sale.withPayWithin(Duration.ofMillis(90_001));
        sales().open(hasty);

        assertThat(found().sale()).isEqualTo(hasty);
        assertThat(sales().open(hasty)).isEqualTo(new Opening.Unchanged());
        assertThat(((Opening.Different) sales().open(sale)).difference()).contains("PT1M30.001S", "PT30M");
    }

    @Test
    void settlesOnceItIsOver() {
        sales().open(sale);
        assertThat(refused(sales().change(sale.id(), new SaleChange.Settle(), BY)))
                .contains(sale.closes().toString(), "close it first");
        after(new SaleChange.Close());

        assertThat(after(new SaleChange.Settle()).state()).isEqualTo(SaleState.SETTLED);
        assertThat(after(new SaleChange.Settle()).state()).isEqualTo(SaleState.SETTLED);
        assertThat(after(new SaleChange.Close()).state()).isEqualTo(SaleState.SETTLED);
        assertThat(refused(sales().change(sale.id(), new SaleChange.Resume(), BY)))
                .contains("SETTLED");
        assertThat(refused(change(1, BY).update())).contains("SETTLED");
        assertThat(sales().open(sale)).isEqualTo(new Opening.Unchanged());
        assertThat(sales().ids()).contains(sale.id());
        assertThat(audit()).containsExactly("close", "settle");
    }

    @Test
    void settlesASaleWhoseWindowIsOver() {
        Instant now = Instant.now();
        sales().open(new Sale(sale.id(), 5, 1, now.minusSeconds(120), now.minusSeconds(60)));

        assertThat(after(new SaleChange.Settle()).state()).isEqualTo(SaleState.SETTLED);
    }

    @Test
    void notesWhoChangedWhatAndWhenInOrder() {
        sales().open(sale);
        Operator alice = Operator.named("alice");
        Operator bob = Operator.named("bob").once(new RequestKey("form-1"));

        sales().change(sale.id(), new SaleChange.Pause(), alice);
        sales().change(sale.id(), new SaleChange.Pause(), bob);
        sales().changeStock(sale.id(), 5, bob, StockChange.Book.NONE);
        sales().change(sale.id(), new SaleChange.Resume(), alice);

        List<AuditEntry> audit = sales().audit(sale.id());
        assertThat(audit).extracting(AuditEntry::who).containsExactly("alice", "bob", "alice");
        assertThat(audit).extracting(AuditEntry::what).containsExactly("pause", "add-stock 5", "resume");
        assertThat(audit)
                .extracting(AuditEntry::when)
                .isSorted()
                .allSatisfy(when -> assertThat(when).isCloseTo(Instant.now(), within(Duration.ofMinutes(1))));
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

        Stampede.of(50, number -> changed(2));

        assertThat(found().sale().total()).isEqualTo(200);
        assertThat(found().available()).isEqualTo(200);
    }

    @Test
    void aStampedeUnderOneKeyChangesTheStockOnce() {
        sales().open(sale);
        Operator keyed = BY.once(new RequestKey("form-1"));

        List<StockChange> changes = Stampede.of(50, number -> change(5, keyed));

        assertThat(changes).extracting(StockChange::update).hasOnlyElementsOfType(SaleUpdate.Done.class);
        assertThat(found().available()).isEqualTo(105);
        assertThat(audit()).containsExactly("add-stock 5");
    }

    @Test
    void aStampedeOfStockChangesKeepsTheBookInStep() {
        sales().open(sale);
        AtomicLong known = new AtomicLong(100);
        StockChange.Book book = (from, to) -> known.compareAndSet(from, to) || known.get() == to;

        Stampede.of(50, number -> {
            for (int i = 0; i < 4; i++) {
                sales().changeStock(sale.id(), (number + i) % 2 == 0 ? 3 : -3, BY, book);
                assertThat(found().available()).isNotNegative();
            }
            return number;
        });

        assertThat(found().sale().total()).isEqualTo(known.get());
        assertThat(found().available()).isEqualTo(known.get());
    }

    private static org.assertj.core.data.TemporalUnitOffset within(Duration duration) {
        return new org.assertj.core.data.TemporalUnitWithinOffset(
                duration.toSeconds(), java.time.temporal.ChronoUnit.SECONDS);
    }

    private SaleStatus found() {
        return sales().find(sale.id()).orElseThrow();
    }

    private SaleStatus after(SaleChange change) {
        return ((SaleUpdate.Done) sales().change(sale.id(), change, BY)).sale();
    }

    private StockChange change(long difference, Operator by) {
        return sales().changeStock(sale.id(), difference, by, StockChange.Book.NONE);
    }

    private SaleStatus changed(long difference) {
        StockChange change = change(difference, BY);
        assertThat(change.made()).isTrue();
        return ((SaleUpdate.Done) change.update()).sale();
    }

    private static String refused(SaleUpdate update) {
        return ((SaleUpdate.Refused) update).why();
    }

    private List<String> audit() {
        return sales().audit(sale.id()).stream().map(AuditEntry::what).toList();
    }
}
