package io.seckill.load;

import io.seckill.load.Kind.Ledger;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * What one crowd did to one shop, in a sale of its own.
 *
 * @param tally how the buyers fared
 * @param stock how much there was to buy
 * @param orders rows in the database
 * @param buyers whose rows those are
 * @param lastRowSeconds from the first purchase until all of the stock is rows
 * @param cpuSeconds processor time that the shop took, its orders included
 */
record Round(Tally tally, int stock, long orders, long buyers, double lastRowSeconds, double cpuSeconds) {

    /** How a crowd comes. */
    interface Way {
        Tally letLoose(int port, String path) throws IOException, InterruptedException, TimeoutException;
    }

    /** Opens a sale with this stock, lets the crowd loose, and waits until what was sold is in the database. */
    static Round play(Shop shop, long sale, int stock, Way way)
            throws IOException, InterruptedException, SQLException, TimeoutException {
        shop.open(sale, stock);
        Duration cpuBefore = shop.cpu();
        RowWatch rows = RowWatch.start(shop, sale, stock);
        Tally tally = way.letLoose(shop.port(), shop.kind().buyingPath(sale));
        double lastRowSeconds = (rows.await(tally.accepted()) - tally.startNanos()) / 1e9;
        double cpuSeconds = shop.cpu().minus(cpuBefore).toNanos() / 1e9;
        Ledger ledger = shop.kind().ledger();
        try (Connection connection = shop.connect();
                PreparedStatement query = connection.prepareStatement(ledger.orders())) {
            query.setString(1, Long.toString(sale));
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new Round(tally, stock, row.getLong(1), row.getLong(2), lastRowSeconds, cpuSeconds);
            }
        }
    }
}
