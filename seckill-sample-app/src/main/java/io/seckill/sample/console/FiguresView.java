package io.seckill.sample.console;

import io.seckill.SaleId;
import io.seckill.SaleStatus;
import io.seckill.sample.console.Sample.Stock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Figures by the second, as a chart wants them: columns of the same length, with null where there is a gap.
 *
 * @param sales the sales as they were seen last, the most interesting first
 * @param at when the samples were taken, in milliseconds since 1970; the last is what to ask with the next time
 * @param figures a column for each figure
 * @param available items of the sale asked for, a column, as are the next two
 */
record FiguresView(
        List<SaleRow> sales,
        List<Long> at,
        Map<Figure, List<@Nullable Double>> figures,
        List<@Nullable Long> available,
        List<@Nullable Long> reserved,
        List<@Nullable Long> sold) {

    private static final double PRECISION = 1_000;

    static FiguresView of(List<Sample> samples, List<SaleStatus> sales, Drifts drifts, Optional<SaleId> sale) {
        Map<Figure, List<@Nullable Double>> figures = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            List<@Nullable Double> column = new ArrayList<>(samples.size());
            samples.forEach(sample -> column.add(rounded(sample.figures().get(figure))));
            figures.put(figure, column);
        }
        return new FiguresView(
                sales.stream()
                        .map(status ->
                                SaleRow.of(status, drifts.of(status.sale().id())))
                        .toList(),
                samples.stream().map(sample -> sample.at().toEpochMilli()).toList(),
                figures,
                column(samples, sale, Stock::available),
                column(samples, sale, Stock::reserved),
                column(samples, sale, Stock::sold));
    }

    private static List<@Nullable Long> column(
            List<Sample> samples, Optional<SaleId> sale, ToLongFunction<Stock> figure) {
        List<@Nullable Long> column = new ArrayList<>(samples.size());
        for (Sample sample : samples) {
            Optional<Stock> stock = sale.map(sample.stocks()::get);
            column.add(stock.isEmpty() ? null : figure.applyAsLong(stock.get()));
        }
        return column;
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : Math.rint(value * PRECISION) / PRECISION;
    }
}
