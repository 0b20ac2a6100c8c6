package io.seckill.spring.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Names a property of ours, its value as it was written, and what is allowed. Comes before Boot's own analyzers, which name our classes and
 * constants instead.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BadPropertyFailureAnalyzer implements FailureAnalyzer {

    private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of("seckill");
    private static final ConfigurationPropertyName SECRETS = ConfigurationPropertyName.of("seckill.token");

    private final Environment environment;

    BadPropertyFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        InvalidConfigurationPropertyValueException refused =
                find(InvalidConfigurationPropertyValueException.class, failure);
        if (refused != null) {
            return analyze(
                    ConfigurationPropertyName.of(refused.getName()), refused.getValue(), refused.getReason(), failure);
        }
        BindException unreadable = find(BindException.class, failure);
        if (unreadable == null || unreadable.getProperty() == null) {
            return null;
        }
        String allowed = allowed(unreadable.getTarget().getType().resolve(Object.class));
        return analyze(unreadable.getName(), unreadable.getProperty().getValue(), allowed, failure);
    }

    private @Nullable FailureAnalysis analyze(
            ConfigurationPropertyName name, @Nullable Object value, @Nullable String allowed, Throwable failure) {
        if (!OURS.isAncestorOf(name) || allowed == null) {
            return null;
        }
        ConfigurationProperty written = written(name);
        Object shown = written == null || SECRETS.isAncestorOf(name) ? value : written.getValue();
        String origin = written == null || written.getOrigin() == null ? "" : " in " + written.getOrigin();
        return new FailureAnalysis(
                name + " is '" + shown + "'" + origin + ", which is not allowed.",
                StringUtils.capitalize(allowed),
                failure);
    }

    private @Nullable ConfigurationProperty written(ConfigurationPropertyName name) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String allowed(Class<?> type) {
        if (type.isEnum()) {
            return "Use one of: "
                    + Arrays.stream(type.getEnumConstants())
                            .map(each -> ((Enum<?>) each)
                                    .name()
                                    .toLowerCase(Locale.ROOT)
                                    .replace('_', '-'))
                            .collect(Collectors.joining(", "))
                    + ".";
        }
        if (type == Duration.class) {
            return "Use a number with a unit, such as 500ms, 2s, 10m or 24h.";
        }
        Class<?> wrapper = ClassUtils.resolvePrimitiveIfNecessary(type);
        if (wrapper == Boolean.class) {
            return "Use true or false.";
        }
        return Number.class.isAssignableFrom(wrapper) ? "Use a whole number." : null;
    }

    private static <T> @Nullable T find(Class<T> type, Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
