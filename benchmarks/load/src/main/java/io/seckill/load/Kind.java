package io.seckill.load;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** The two shops: how each is started, has a sale opened and is bought from, and where its orders lie. */
enum Kind {
    SAMPLE("io.seckill.sample.SampleApplication") {
        @Override
        List<String> settings() {
            return List.of("--spring.profiles.active=demo", "--sample.admin.password=" + PASSWORD);
        }

        @Override
        String openingPath(long sale, int stock) {
            return "/api/admin/sales";
        }

        @Override
        String opening(long sale, int stock) {
            Instant now = Instant.now();
            return String.format(
                    "{\"id\":\"%d\",\"title\":\"load\",\"total\":%d,\"limit\":1,\"opens\":\"%s\",\"closes\":\"%s\"}",
                    sale, stock, now.minusSeconds(1), now.plus(Duration.ofHours(1)));
        }

        @Override
        String buyingPath(long sale) {
            return "/api/sales/" + sale + "/purchases";
        }

        @Override
        Ledger ledger() {
            return new Ledger(
                    "SELECT held FROM seckill_sale WHERE sale_id = ?",
                    "SELECT COUNT(*), COUNT(DISTINCT buyer_id) FROM seckill_order WHERE sale_id = ?");
        }
    },
    TUTORIAL("io.seckill.load.tutorial.TutorialApplication") {
        @Override
        List<String> settings() {
            return List.of();
        }

        @Override
        String openingPath(long sale, int stock) {
            return "/voucher/" + sale + "?stock=" + stock;
        }

        @Override
        String opening(long sale, int stock) {
            return "";
        }

        @Override
        String buyingPath(long sale) {
            return "/voucher-order/seckill/" + sale;
        }

        @Override
        Ledger ledger() {
            return new Ledger(
                    "SELECT total - stock FROM tutorial_voucher WHERE voucher_id = ?",
                    "SELECT COUNT(*), COUNT(DISTINCT user_id) FROM tutorial_order WHERE voucher_id = ?");
        }
    };

    private static final String PASSWORD = "load";

    private final String application;

    Kind(String application) {
        this.application = application;
    }

    String application() {
        return application;
    }

    abstract List<String> settings();

    abstract String openingPath(long sale, int stock);

    abstract String opening(long sale, int stock);

    abstract String buyingPath(long sale);

    abstract Ledger ledger();

    /** Returns who opens sales, for the header {@code Authorization}; the tutorial does not ask. */
    String operator() {
        return "Basic " + Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Queries about the orders of a sale.
     *
     * @param taken how many items the stock row says are taken; one row by its key, so that asking often costs little
     * @param orders how many orders there are, and of how many buyers
     */
    record Ledger(String taken, String orders) {}

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
