package io.seckill.sample.web;

import java.time.DateTimeException;
import java.time.Instant;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/** Takes a body for what it says: no guess at a number in quotes, at the second of two values, or at an instant that is a number. */
@Configuration(proxyBeanMethods = false)
class StrictJson implements WebMvcConfigurer {

    @Bean
    JsonMapperBuilderCustomizer noGuesses() {
        return json -> json.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .addModule(new SimpleModule("instants as text").addDeserializer(Instant.class, new InstantText()));
    }

    /** No YAML, which is spoken as soon as something, such as the API page, brings a library for it. */
    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        converters.configureMessageConvertersList(all -> all.removeIf(StrictJson::speaksYaml));
    }

    private static boolean speaksYaml(HttpMessageConverter<?> converter) {
        return converter.getSupportedMediaTypes().contains(MediaType.APPLICATION_YAML);
    }

    private static final class InstantText extends StdDeserializer<Instant> {

        InstantText() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken().isNumeric()) {
                return (Instant) context.handleWeirdNumberValue(Instant.class, parser.getNumberValue(), "no instant");
            }
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                return (Instant) context.handleUnexpectedToken(Instant.class, parser);
            }
            String text = parser.getString();
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                return (Instant) context.handleWeirdStringValue(Instant.class, text, "no instant");
            }
        }
    }
}
