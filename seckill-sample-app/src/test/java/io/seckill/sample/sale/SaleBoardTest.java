package io.seckill.sample.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import io.seckill.Sale;
import io.seckill.SaleId;
import io.seckill.SaleState;
import io.seckill.SaleStatus;
import io.seckill.Sales;
import io.seckill.SeckillUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SaleBoardTest {

    private static final Duration MAX_AGE = Duration.ofMillis(500);
    private static final Instant OPENS = Instant.parse("2026-12-12T20:00:00Z");
    private static final Sale SALE = sale("coupon");
    private static final VoucherSale VOUCHER = new VoucherSale("5 off", 200, SALE);

    private final AtomicLong nanos = new AtomicLong();
    private final Sales sales = mock();
    private final VoucherSales vouchers = mock();
    private final SaleBoard board = new SaleBoard(sales, vouchers, MAX_AGE, nanos::get);

    @BeforeEach
    void aSaleIsAboutToOpen() {
        given(vouchers.all()).willReturn(List.of(VOUCHER));
        given(vouchers.find(SALE.id())).willReturn(Optional.of(VOUCHER));
        given(sales.list()).willReturn(List.of(status(SALE, 40), status(sale("foreign"), 1)));
    }

    @Test
    void leavesOutWhatIsNotOurs() {
        assertThat(board.list()).extracting(SaleView::id).containsExactly("coupon");
    }

    @Test
    void asksTheGateOnceHoweverManyLook() {
        board.list();
        nanos.addAndGet(MAX_AGE.toNanos() - 1);
        board.list();

        verify(sales).list();
    }

    @Test
    void tellsTheStockAnewAfterAWhile() {
        assertThat(board.list()).extracting(SaleView::available).containsExactly(40L);
        given(sales.list()).willReturn(List.of(status(SALE, 39)));
        nanos.addAndGet(MAX_AGE.toNanos());

        assertThat(board.list()).extracting(SaleView::available).containsExactly(39L);
    }

    @Test
    void theClockGoesOnMeanwhileAndOpensTheSale() {
        assertThat(board.list()).extracting(SaleView::selling).containsExactly(false);

        nanos.addAndGet(Duration.ofMillis(100).toNanos());

        assertThat(board.list().get(0).serverTime()).isEqualTo(OPENS);
        assertThat(board.list()).extracting(SaleView::selling).containsExactly(true);
    }

    @Test
    void readsAVoucherOnceAndANewOneWhenItComes() {
        given(sales.list()).willReturn(List.of(status(SALE, 40)));
        board.list();
        nanos.addAndGet(MAX_AGE.toNanos());
        board.list();
        verify(vouchers).all();

        Sale another = sale("another");
        given(sales.list()).willReturn(List.of(status(SALE, 40), status(another, 5)));
        given(vouchers.all()).willReturn(List.of(VOUCHER, new VoucherSale("8 off", 300, another)));
        nanos.addAndGet(MAX_AGE.toNanos());

        assertThat(board.list()).extracting(SaleView::title).containsExactly("5 off", "8 off");
        verify(vouchers, times(2)).all();
    }

    @Test
    void aSingleSaleIsToldAsItIsNow() {
        given(sales.find(SALE.id())).willReturn(Optional.of(status(SALE, 7))).willReturn(Optional.of(status(SALE, 6)));

        assertThat(board.find(SALE.id())).map(SaleView::available).contains(7L);
        assertThat(board.find(SALE.id())).map(SaleView::available).contains(6L);
        assertThat(board.find(new SaleId("nothing"))).isEmpty();
        verify(vouchers).find(SALE.id());
    }

    @Test
    void aGateThatGivesNoAnswerIsAskedAgain() {
        given(sales.list()).willThrow(SeckillUnavailableException.nothingChanged("no connection", null));
        assertThatThrownBy(board::list).isInstanceOf(SeckillUnavailableException.class);
        assertThatThrownBy(board::list).isInstanceOf(SeckillUnavailableException.class);

        verify(sales, times(2)).list();
    }

    private static Sale sale(String id) {
        return new Sale(new SaleId(id), 100, 1, OPENS, OPENS.plusSeconds(3_600));
    }

    private static SaleStatus status(Sale sale, long available) {
        return new SaleStatus(sale, SaleState.OPEN, available, 0, 0, OPENS.minusMillis(100));
    }
}
