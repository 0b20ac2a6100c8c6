package io.seckill.spring.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of documentation name what is there, and those in Chinese are built like those in English. */
class DocumentsTest {

    private static Map<String, String> tests;

    @BeforeAll
    static void readTests() throws IOException {
        try (Stream<Path> modules = Files.list(Project.root())) {
            tests = modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(DocumentsTest::tests)
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""),
                            file -> Project.file(Project.root().relativize(file).toString()),
                            String::concat)); // some modules have tests of the same name
        }
    }

    private static Stream<Path> tests(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().matches(".*(Test|Contract)\\.java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFileAndAHeading(String path) {
        assertThat(new Document(path).brokenLinks()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyTestThatIsNamedIsThere(String path) {
        assertThat(new Document(path).missingTests(tests)).isEmpty();
    }

    static Stream<String> pages() throws IOException {
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
