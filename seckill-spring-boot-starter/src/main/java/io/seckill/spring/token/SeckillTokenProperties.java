package io.seckill.spring.token;

import io.seckill.spring.internal.Bounds;
import io.seckill.spring.internal.SeckillStartupException;
import io.seckill.token.TokenKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * How purchase tokens are signed.
 *
 * @param keys Keys of purchase tokens: the first signs, all verify. Without one there are no tokens.
 * @param lead How long before a sale opens its tokens become valid; more than the clocks of nodes differ.
 */
@ConfigurationProperties(SeckillTokenProperties.PREFIX)
record SeckillTokenProperties(
        @DefaultValue List<Key> keys, @DefaultValue("5m") Duration lead) {

    static final String PREFIX = "seckill.token";
    static final String KEYS = PREFIX + ".keys";

    private static final String BASE64 = "base64:";
    private static final String HIDDEN = "******";

    SeckillTokenProperties {
        keys = List.copyOf(keys);
        Bounds.notNegative(PREFIX + ".lead", lead);
    }

    /**
     * One key.
     *
     * @param id Name of the key, 1 to 16 letters, digits, - or _; readable in every token.
     * @param secret At least 32 bytes: a text, or base64: followed by their Base64.
     */
    record Key(@Nullable String id, @Nullable String secret) {

        @Override
        public String toString() {
            return "Key[" + id + "]";
        }
    }

    List<TokenKey> tokenKeys() {
        return IntStream.range(0, keys.size()).mapToObj(this::tokenKey).toList();
    }

    private TokenKey tokenKey(int index) {
        String name = KEYS + "[" + index + "]";
        String id = required(name + ".id", keys.get(index).id());
        String secret = required(name + ".secret", keys.get(index).secret());
        try {
            return new TokenKey(id, bytes(secret));
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(KEYS, HIDDEN, String.valueOf(e.getMessage()));
        }
    }

    private static String required(String property, @Nullable String value) {
        if (value == null) {
            throw new SeckillStartupException(
                    property + " is missing, so there is a key for tokens that is none.",
                    "Set " + property + ", or remove the key.",
                    null);
        }
        return value;
    }

    private static byte[] bytes(String secret) {
        if (!secret.startsWith(BASE64)) {
            return secret.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(secret.substring(BASE64.length()));
        } catch (IllegalArgumentException e) { // whose message quotes the secret
            throw new IllegalArgumentException("what follows base64: is not Base64");
        }
    }
}
