package io.seckill.redis.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script, under the digest by which Redis caches it.
 *
 * @param name its file name, for messages
 * @param source the whole text
 * @param sha1 digest of the text, in lower-case hexadecimal
 * @since 0.1
 */
public record LuaScript(String name, String source, String sha1) {

    /** Returns the script with this text. */
    public static LuaScript of(String name, String source) {
        return new LuaScript(name, source, sha1(source));
    }

    /**
     * Returns the script in a {@code .lua} file that lies beside a class.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    public static LuaScript beside(Class<?> owner, String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("no script " + file + " beside " + owner.getName());
            }
            return of(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read script " + file, e);
        }
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }

    private static String sha1(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-1", e);
        }
    }
}
