package io.seckill.spring.ops;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of documentation.
 *
 * @param path where it is, from the root of the project
 */
record Document(String path) {

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s+)(#|//|<!--).*");
    private static final Pattern TEST = Pattern.compile("\\b(\\w+(?:Test|Contract))\\b(?:\\.(\\w+))?");
    private static final String FENCE = "```";

    /** Returns links to files and headings that are not there. */
    List<String> brokenLinks() {
        return prose().map(line -> CODE.matcher(line).replaceAll(""))
                .flatMap(line -> LINK.matcher(line).results())
                .map(link -> link.group(1))
                .filter(link -> !ELSEWHERE.matcher(link).matches())
                .filter(link -> !leadsSomewhere(link))
                .toList();
    }

    private boolean leadsSomewhere(String link) {
        String[] parts = link.split("#", 2);
        Path here = Project.root().resolve(path);
        Path there = parts[0].isEmpty() ? here : here.resolveSibling(parts[0]).normalize();
        return Files.exists(there)
                && (parts.length == 1
                        || new Document(Project.root().relativize(there).toString())
                                .anchors()
                                .contains(parts[1]));
    }

    /** Returns what the headings can be reached by, as GitHub names them. */
    private Set<String> anchors() {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        prose().filter(line -> line.startsWith("#")).forEach(heading -> {
            String words = NOT_IN_ANCHORS
                    .matcher(heading.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                    .replaceAll("")
                    .replace(' ', '-');
            int before = seen.merge(words, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? words : words + "-" + before);
        });
        return anchors;
    }

    /**
     * Returns the tests that are named and are not there.
     *
     * @param sources the text of each test class by its name
     */
    List<String> missingTests(Map<String, String> sources) {
        return prose().flatMap(line -> CODE.matcher(line).results())
                .flatMap(code -> TEST.matcher(code.group()).results())
                .filter(test -> !sources.getOrDefault(test.group(1), "")
                        .contains(test.group(2) == null ? test.group(1) : " " + test.group(2) + "("))
                .map(MatchResult::group)
                .toList();
    }

    private Stream<String> prose() {
        List<String> prose = new ArrayList<>();
        boolean code = false;
        for (String line : lines()) {
            code ^= line.startsWith(FENCE);
            if (!code && !line.startsWith(FENCE)) {
                prose.add(line);
            }
        }
        return prose.stream();
    }

    /** Returns what a translation has in common with it: headings by their level, rows of tables, and code but for its comments. */
    List<String> structure() {
        List<String> structure = new ArrayList<>();
        String language = "";
        for (String line : lines()) {
            if (line.startsWith(FENCE)) {
                language = language.isEmpty() ? line : "";
                structure.add(line);
            } else if (language.length() > FENCE.length()) {
                structure.add(COMMENT.matcher(line).replaceFirst(""));
            } else if (language.isEmpty() && line.startsWith("#")) {
                structure.add(line.replaceFirst(" .*", ""));
            } else if (language.isEmpty() && line.startsWith("|")) {
                structure.add("| " + line.chars().filter(sign -> sign == '|').count());
            }
        }
        return structure;
    }

    private String[] lines() {
        return Project.file(path).split("\n");
    }
}
