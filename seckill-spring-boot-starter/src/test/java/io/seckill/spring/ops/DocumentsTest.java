package io.seckill.spring.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of documentation lead somewhere, and those in Chinese are built like those in English. */
class DocumentsTest {

    @ParameterizedTest
    @MethodSource
    void everyLinkLeadsToAFileAndAHeading(String path) {
        assertThat(new Document(path).brokenLinks()).isEmpty();
    }

    static Stream<String> everyLinkLeadsToAFileAndAHeading() throws IOException {
        return Stream.concat(pages(""), pages("docs"));
    }

    private static Stream<String> pages(String folder) throws IOException {
        Path root = Project.root();
        try (Stream<Path> files = Files.list(root.resolve(folder))) {
            return files
                    .map(file -> root.relativize(file).toString())
                    .filter(path -> path.endsWith(".md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"README", "docs/operations", "docs/migrating"})
    void theChinesePageIsBuiltLikeTheEnglishOne(String page) {
        assertThat(new Document(page + ".zh-CN.md").structure()).isEqualTo(new Document(page + ".md").structure());
    }
}
