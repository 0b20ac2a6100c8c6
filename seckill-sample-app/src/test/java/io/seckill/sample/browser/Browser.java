package io.seckill.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.util.FileSystemUtils;

/**
 * One headless Chromium for all tests of a class: a desktop in English and daylight, until a test makes it something else. After each
 * test it is as new, and it is seen that no page asked another host than this one; it could not, for no name is resolved.
 *
 * <p>Screenshots are kept where the property {@code seckill.test.shots} or the variable {@code SECKILL_TEST_SHOTS} names a folder.
 */
final class Browser implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String HERE = "127.0.0.1";
    private static final Optional<Path> SHOTS = Optional.ofNullable(
                    System.getProperty("seckill.test.shots", System.getenv("SECKILL_TEST_SHOTS")))
            .map(Path::of);

    private Path folder;
    private ChromeDriverService service;
    private ChromeDriver driver;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        folder = Files.createTempDirectory("seckill-browser-");
        service = new ChromeDriverService.Builder()
                .usingDriverExecutable(ChromiumThere.DRIVER.toFile())
                .usingAnyFreePort()
                .withEnvironment(Map.of("TMPDIR", folder.toString()))
                .build();
        service.sendOutputTo(OutputStream.nullOutputStream());
        driver = new ChromeDriver(service, options());
        asNew();
    }

    private ChromeOptions options() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(ChromiumThere.CHROMIUM.toFile());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        return options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE " + HERE,
                "--lang=en-US",
                "--user-data-dir=" + folder.resolve("profile"));
    }

    /** Returns the driver, for whatever has no method here. */
    ChromeDriver driver() {
        return driver;
    }

    /** Opens a page of the shop. */
    void open(int port, String path) {
        driver.get("http://" + HERE + ":" + port + path);
    }

    /** Goes on in a tab of its own, until the end of the test. */
    void newTab() {
        driver.switchTo().newWindow(WindowType.TAB);
    }

    private void leaveOneTab() {
        List<String> tabs = List.copyOf(driver.getWindowHandles());
        tabs.stream().skip(1).forEach(tab -> driver.switchTo().window(tab).close());
        driver.switchTo().window(tabs.get(0));
    }

    /** Makes the window one of a desktop. */
    void desktop() {
        size(1280, 800, false);
    }

    /** Makes the window one of a small phone. */
    void phone() {
        size(360, 740, true);
    }

    /** Not by the window, which is never narrower than 500 pixels. */
    private void size(int width, int height, boolean mobile) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
    }

    /** Tells pages opened from now on that the buyer prefers dark ones. */
    void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Prefers this language, such as {@code zh-CN}, from the next page on. */
    void speak(String language) {
        Object agent = driver.executeScript("return navigator.userAgent");
        driver.executeCdpCommand(
                "Emulation.setUserAgentOverride", Map.of("userAgent", agent, "acceptLanguage", language));
    }

    /** Lets no request through whose URL contains a pattern such as <code>/events</code>; none at all means that all go through. */
    void block(String... patterns) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(patterns)));
    }

    /**
     * Answers requests of the page that is open in the shop's place, the first ones whose URL ends like this. The answer is a function in
     * JavaScript of the function that asks the shop.
     */
    void answer(String urlEnd, int times, String answer) {
        driver.executeScript("""
                const shop = window.fetch;
                let left = %d;
                window.fetch = (url, options) =>
                    url.endsWith("%s") && left-- > 0
                        ? Promise.resolve((%s)(() => shop(url, options)))
                        : shop(url, options)""".formatted(times, urlEnd, answer));
    }

    /** Waits until the question has an answer: neither null nor false. What is not there yet, or not any more, is asked again. */
    <T> T await(Function<? super WebDriver, T> question) {
        return new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50))
                .ignoreAll(List.of(NoSuchElementException.class, StaleElementReferenceException.class))
                .until(question);
    }

    /** Waits for the element, and until it can be seen. */
    WebElement see(String css) {
        return await(page -> {
            WebElement element = page.findElement(By.cssSelector(css));
            return element.isDisplayed() ? element : null;
        });
    }

    /** Waits for the element, and until it says this, among other things. */
    void see(String css, String text) {
        await(page -> page.findElement(By.cssSelector(css)).getText().contains(text));
    }

    /** Returns whether the page is wider than the window. */
    boolean scrollsSideways() {
        return (Boolean) driver.executeScript(
                "return document.documentElement.scrollWidth > document.documentElement.clientWidth");
    }

    /** Returns the URLs that were requested since the last call, by pages and by their scripts. All are this shop's. */
    List<String> requests() {
        List<String> urls = drain();
        assertThat(urls)
                .filteredOn(url -> url.startsWith("http"))
                .allSatisfy(url -> assertThat(URI.create(url)).hasHost(HERE));
        return urls;
    }

    private List<String> drain() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .flatMap(Browser::requested)
                .toList();
    }

    private static Stream<String> requested(LogEntry entry) {
        Map<?, ?> message = (Map<?, ?>)
                new Json().<Map<?, ?>>toType(entry.getMessage(), Map.class).get("message");
        if (!"Network.requestWillBeSent".equals(message.get("method"))) {
            return Stream.empty();
        }
        Map<?, ?> request = (Map<?, ?>) ((Map<?, ?>) message.get("params")).get("request");
        return Stream.of(String.valueOf(request.get("url")));
    }

    /** Keeps a picture of the whole page under this name, if pictures are wanted. */
    void shoot(String name) throws IOException {
        if (SHOTS.isPresent()) {
            Files.createDirectories(SHOTS.get());
            Files.write(SHOTS.get().resolve(name + ".png"), picture());
        }
    }

    private byte[] picture() {
        Map<String, Object> answer = driver.executeCdpCommand(
                "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
        return Base64.getDecoder().decode((String) answer.get("data"));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        if (context.getExecutionException().isPresent()) {
            shoot("failed-" + context.getRequiredTestMethod().getName());
        }
        try {
            requests();
        } finally {
            asNew();
        }
    }

    private void asNew() {
        leaveOneTab();
        block();
        desktop();
        dark(false);
        speak("en-US");
        driver.executeScript(
                "try { localStorage.clear(); sessionStorage.clear() } catch (e) { /* not a page of the shop's */ }");
        driver.get("about:blank");
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        drain(); // a browser that starts has a page of its own
    }

    @Override
    public void afterAll(ExtensionContext context) {
        try {
            if (driver != null) {
                driver.quit();
            }
        } finally {
            service.stop();
            // its last processes may write yet
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> FileSystemUtils.deleteRecursively(folder) || !Files.exists(folder));
        }
    }
}
