package io.seckill.token;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A secret that signs tokens, and the name by which tokens tell which one signed them. Its text never shows the secret.
 *
 * @since 0.1
 */
public final class TokenKey {

    /** Bytes that a secret has at least: as many as the signature. */
    public static final int MIN_BYTES = 32;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,16}");

    private final String id;
    private final byte[] secret;

    /**
     * Makes a key.
     *
     * @param id 1 to 16 characters of {@code A-Z a-z 0-9 - _}; not secret, it can be read in every token
     * @param secret at least {@value #MIN_BYTES} bytes, from a generator of random numbers; copied
     * @throws IllegalArgumentException if one of them is malformed; the message tells the secret's length, never the secret
     */
    public TokenKey(String id, byte[] secret) {
        Objects.requireNonNull(id, "id");
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "the id of a token key must be 1 to 16 letters, digits, - or _, but was '" + id + "'");
        }
        if (secret.length < MIN_BYTES) {
            throw new IllegalArgumentException("the secret of token key '" + id + "' must have at least " + MIN_BYTES
                    + " bytes, but has " + secret.length + "; make one with: openssl rand -base64 " + MIN_BYTES);
        }
        this.id = id;
        this.secret = secret.clone();
    }

    /** Returns the name. */
    public String id() {
        return id;
    }

    byte[] secret() {
        return secret;
    }

    /** Returns the name alone. */
    @Override
    public String toString() {
        return "TokenKey[" + id + "]";
    }
}
