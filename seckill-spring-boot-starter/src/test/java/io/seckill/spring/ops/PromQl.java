package io.seckill.spring.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks queries as far as that goes without Prometheus: brackets, words, and that what they select is there to be scraped. */
final class PromQl {

    private static final Set<String> WORDS = Set.of(
            "sum",
            "max",
            "min",
            "avg",
            "count",
            "rate",
            "increase",
            "histogram_quantile",
            "clamp_min",
            "absent",
            "by",
            "without",
            "and",
            "or",
            "unless",
            "bool",
            "on",
            "ignoring");
    private static final Pattern SERIES = Pattern.compile("([a-z_][a-z0-9_]*)(?:\\{(.*)\\})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");
    private static final Pattern SELECTOR = Pattern.compile("(seckill_[a-z0-9_]+)(?:\\{([^}]*)\\})?");
    private static final Pattern GROUPING = Pattern.compile("by \\(([a-z_, ]+)\\)");
    private static final Pattern WORD = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    /** Labels and their values, by series. */
    private final Map<String, Map<String, Set<String>>> scraped = new TreeMap<>();

    PromQl(String scrape) {
        scrape.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher series = SERIES.matcher(line);
            assertThat(series.matches()).as(line).isTrue();
            Map<String, Set<String>> labels = scraped.computeIfAbsent(series.group(1), name -> new TreeMap<>());
            Matcher label = LABEL.matcher(String.valueOf(series.group(2)));
            while (label.find()) {
                labels.computeIfAbsent(label.group(1), name -> new TreeSet<>()).add(label.group(2));
            }
        });
    }

    void check(String query) {
        checkBrackets(query);
        Matcher selector = SELECTOR.matcher(query);
        boolean selects = false;
        while (selector.find()) {
            checkSelector(query, selector.group(1), selector.group(2));
            selects = true;
        }
        assertThat(selects).as("selects something: %s", query).isTrue();
        checkWords(query);
    }

    private void checkSelector(String query, String name, String matchers) {
        assertThat(scraped).as(query).containsKey(name);
        Map<String, Set<String>> labels = scraped.get(name);
        if (matchers != null) {
            Stream.of(matchers.split(",")).forEach(each -> {
                Matcher label = LABEL.matcher(each);
                assertThat(label.matches()).as("%s in %s", each, query).isTrue();
                assertThat(labels).as(query).containsKey(label.group(1));
                assertThat(labels.get(label.group(1))).as(query).contains(label.group(2));
            });
        }
        Matcher grouping = GROUPING.matcher(query);
        while (grouping.find()) {
            assertThat(labels.keySet())
                    .as(query)
                    .containsAll(List.of(grouping.group(1).split(", ")));
        }
    }

    private static void checkWords(String query) {
        String bare = SELECTOR.matcher(query).replaceAll("1");
        bare = GROUPING.matcher(bare).replaceAll("by");
        bare = bare.replaceAll("\\[\\d+[smhd]\\]", "");
        Matcher word = WORD.matcher(bare);
        while (word.find()) {
            assertThat(WORDS).as(query).contains(word.group());
        }
        assertThat(bare).as("operators of %s", query).matches("[a-z_ 0-9.()+*/<>=!-]+");
        assertThat(query).as("a rate needs a range").doesNotContainPattern("(rate|increase)\\([^\\[]*\\)");
    }

    private static void checkBrackets(String query) {
        Deque<Character> open = new ArrayDeque<>();
        for (int i = 0; i < query.length(); i++) {
            char each = query.charAt(i);
            int closing = ")]}".indexOf(each);
            if ("([{".indexOf(each) >= 0) {
                open.push(each);
            } else if (closing >= 0) {
                assertThat(open).as(query).isNotEmpty();
                assertThat(open.pop()).as(query).isEqualTo("([{".charAt(closing));
            }
        }
        assertThat(open).as(query).isEmpty();
    }
}
