package io.seckill.token;

import io.seckill.BuyerId;
import io.seckill.Sale;
import io.seckill.SaleId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Issues and checks purchase tokens. A token is bound to one sale and one buyer, is valid from shortly before the sale opens until it
 * closes, and can be made only by who has a key. It spares the gate those who never opened the page; it is not used up, and limits
 * nobody who has one. Thread-safe.
 *
 * <p>Its times are those of the sale when it was issued: a sale that is extended needs new tokens for its new end. They are judged by
 * this node's clock; the gate judges the window by its own.
 *
 * <p>To change a key without refusing anybody: add the new one last on all nodes, then put it first, and remove the old one when the sales
 * whose tokens it signed have closed.
 *
 * @since 0.1
 */
public final class PurchaseTokens {

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte VERSION = 1;
    private static final int SIGNATURE_BYTES = 32;

    /** Version, length of the key's id and both times. */
    private static final int FIXED_BYTES = 1 + 1 + 2 * Long.BYTES;

    private static final TokenCheck FOREIGN = new TokenCheck.Foreign();

    private final Map<String, TokenKey> keys = new LinkedHashMap<>();
    private final TokenKey signing;
    private final Duration lead;
    private final Clock clock;

    /**
     * Makes an issuer.
     *
     * @param keys the first signs, all of them verify; at least one
     * @param lead how long before a sale opens its tokens become valid, not negative; more than the clocks of nodes differ
     * @param clock judges the time
     * @throws IllegalArgumentException if there is no key, two have the same id, or the lead is negative
     */
    public PurchaseTokens(List<TokenKey> keys, Duration lead, Clock clock) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("purchase tokens need at least one key");
        }
        for (TokenKey key : keys) {
            if (this.keys.put(key.id(), key) != null) {
                throw new IllegalArgumentException("two token keys have the id '" + key.id() + "'");
            }
        }
        if (lead.isNegative()) {
            throw new IllegalArgumentException("the lead of purchase tokens must not be negative, but was " + lead);
        }
        this.signing = keys.get(0);
        this.lead = lead;
        this.clock = clock;
    }

    /** Returns the token with which this buyer may buy from this sale: letters, digits, - and _, at most 88 of them. */
    public String issue(Sale sale, BuyerId buyer) {
        Content content = new Content(
                signing.id(),
                sale.opens().minus(lead).toEpochMilli(),
                sale.closes().toEpochMilli());
        byte[] signature = sign(signing, content, sale.id(), buyer);
        return encode(ByteBuffer.allocate(content.length() + SIGNATURE_BYTES)
                .put(content.bytes())
                .put(signature)
                .array());
    }

    /** Returns whether this buyer may buy from this sale with this token, now. Any text may be given. */
    public TokenCheck check(String token, SaleId sale, BuyerId buyer) {
        return decode(token)
                .flatMap(bytes -> genuine(bytes, sale, buyer))
                .map(this::judge)
                .orElse(FOREIGN);
    }

    private Optional<Content> genuine(byte[] token, SaleId sale, BuyerId buyer) {
        Optional<Content> content = Content.read(token);
        TokenKey key = content.map(read -> keys.get(read.keyId)).orElse(null);
        if (key == null) {
            return Optional.empty();
        }
        byte[] given = new byte[SIGNATURE_BYTES];
        ByteBuffer.wrap(token, token.length - SIGNATURE_BYTES, SIGNATURE_BYTES).get(given);
        return content.filter(read -> MessageDigest.isEqual(sign(key, read, sale, buyer), given)); // in constant time
    }

    private TokenCheck judge(Content genuine) {
        Instant now = clock.instant();
        Instant from = Instant.ofEpochMilli(genuine.fromMs);
        Instant until = Instant.ofEpochMilli(genuine.untilMs);
        if (now.isBefore(from)) {
            return new TokenCheck.NotYet(from);
        }
        return now.isBefore(until) ? new TokenCheck.Valid(until) : new TokenCheck.Expired(until);
    }

    /** Signs what the token holds, and whom it is bound to; each id ends with a byte that no id has. */
    private static byte[] sign(TokenKey key, Content content, SaleId sale, BuyerId buyer) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.secret(), ALGORITHM));
            mac.update(content.bytes());
            mac.update((sale.value() + '\n' + buyer.value() + '\n').getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has " + ALGORITHM, e);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the bytes, empty unless the text is the one way to write them. */
    private static Optional<byte[]> decode(String token) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(token))
                    .filter(bytes -> encode(bytes).equals(token));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** What can be read in a token by everybody. */
    private record Content(String keyId, long fromMs, long untilMs) {

        static Optional<Content> read(byte[] token) {
            ByteBuffer in = ByteBuffer.wrap(token);
            int idLength = token.length - FIXED_BYTES - SIGNATURE_BYTES;
            if (idLength < 1 || in.get() != VERSION || in.get() != idLength) {
                return Optional.empty();
            }
            byte[] id = new byte[idLength];
            in.get(id);
            return Optional.of(new Content(new String(id, StandardCharsets.US_ASCII), in.getLong(), in.getLong()));
        }

        int length() {
            return FIXED_BYTES + keyId.length();
        }

        byte[] bytes() {
            return ByteBuffer.allocate(length())
                    .put(VERSION)
                    .put((byte) keyId.length())
                    .put(keyId.getBytes(StandardCharsets.US_ASCII))
                    .putLong(fromMs)
                    .putLong(untilMs)
                    .array();
        }
    }
}
