package io.seckill.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Both shops, step by step, in turns: first one, then the other, then the other way round. */
final class Course implements AutoCloseable {

    static final String RUSH = "rush";
    static final String JMETER = "jmeter";

    /** There is something for every second buyer: half of the answers are a yes, half a no. */
    private static final int SHARE = 2;

    /** For fewer, so that the tutorial's orders are made soon. */
    private static final int WARM_UP_SHARE = 10;

    private final Pace pace;
    private final Path reports;
    private final Consumer<String> output;
    private final List<Shop> shops = new ArrayList<>();

    /** Sales that an earlier run left in a Redis that was named have smaller numbers. */
    private long sale = System.currentTimeMillis();

    /** Starts both shops; what they say, and JMeter's reports, go into folders below this one. */
    Course(Pace pace, Servers servers, Path out, Consumer<String> output) throws IOException {
        this.pace = pace;
        this.output = output;
        this.reports = out.resolve("jmeter");
        Path logs = Files.createDirectories(out.resolve("shops"));
        for (Kind kind : Kind.values()) {
            shops.add(Shop.start(kind, servers, logs));
        }
    }

    /** Runs all of it. */
    List<Row> run() throws IOException, InterruptedException, SQLException, TimeoutException {
        List<Row> rows = new ArrayList<>();
        output.accept("starting both shops");
        shops.forEach(Shop::awaitOpening);
        output.accept("warming up");
        rounds(pace.warmUps(), shop -> rush(shop, pace.steps().get(0), WARM_UP_SHARE));
        for (int step : pace.steps()) {
            output.accept(RUSH + ": " + step + " at a time");
            rows.addAll(rows(RUSH, step, rounds(pace.rushRounds(), shop -> rush(shop, step, SHARE))));
        }
        rounds(
                Math.min(pace.warmUps(), pace.jmeterRounds()),
                shop -> jmeter(shop, pace.steps().get(0)));
        for (int step : pace.jmeterRounds() > 0 ? pace.steps() : List.<Integer>of()) {
            output.accept(JMETER + ": " + step + " within a second");
            rows.addAll(rows(JMETER, step, rounds(pace.jmeterRounds(), shop -> jmeter(shop, step))));
        }
        return rows;
    }

    /** One round in one shop. */
    private interface Game {
        Round play(Shop shop) throws IOException, InterruptedException, SQLException, TimeoutException;
    }

    private Map<Kind, List<Round>> rounds(int count, Game game)
            throws IOException, InterruptedException, SQLException, TimeoutException {
        Map<Kind, List<Round>> all = new EnumMap<>(Kind.class);
        for (int i = 0; i < count; i++) {
            for (Shop shop : shops) {
                all.computeIfAbsent(shop.kind(), kind -> new ArrayList<>()).add(game.play(shop));
            }
            Collections.reverse(shops);
        }
        return all;
    }

    private static List<Row> rows(String way, int concurrent, Map<Kind, List<Round>> rounds) {
        return rounds.entrySet().stream()
                .map(each -> Row.of(way, concurrent, each.getKey(), each.getValue()))
                .toList();
    }

    private Round rush(Shop shop, int concurrent, int share)
            throws IOException, InterruptedException, SQLException, TimeoutException {
        Crowd crowd = crowd(RUSH, shop, pace.rushBuyers(), Math.min(concurrent, pace.rushBuyers()));
        return Round.play(shop, sale, crowd.buyers() / share, (port, path) -> Rush.on(port, path, crowd));
    }

    private Round jmeter(Shop shop, int buyers)
            throws IOException, InterruptedException, SQLException, TimeoutException {
        Crowd crowd = crowd(JMETER, shop, buyers, buyers);
        return Round.play(shop, sale, buyers / SHARE, (port, path) -> JMeter.on(port, path, crowd, reports));
    }

    private Crowd crowd(String way, Shop shop, int buyers, int concurrent) {
        sale++;
        return new Crowd(way + "-" + concurrent + "-" + shop.kind() + "-" + sale, buyers, concurrent);
    }

    @Override
    public void close() {
        shops.forEach(Shop::close);
    }
}
