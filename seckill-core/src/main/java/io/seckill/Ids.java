package io.seckill;

import java.util.Objects;

/** The one rule for ids: they go unescaped into Redis keys, script arguments, columns and URLs. */
final class Ids {

    static final int MAX_LENGTH = 64;

    private Ids() {}

    static String check(String kind, String value) {
        Objects.requireNonNull(value, kind);
        int length = value.length();
        if (length == 0 || length > MAX_LENGTH) {
            throw new IllegalArgumentException(kind + " must have 1 to " + MAX_LENGTH + " characters, but has " + length
                    + ": '" + clip(value) + "'");
        }
        for (int i = 0; i < length; i++) {
            if (!allowed(value.charAt(i))) {
                throw new IllegalArgumentException(kind + " may hold only letters A-Z a-z, digits and - _ . : but '"
                        + value + "' has '" + value.charAt(i) + "' at position " + i);
            }
        }
        if (value.equals(".") || value.equals("..")) {
            throw new IllegalArgumentException(
                    kind + " may hold letters, digits and dots, but '" + value + "' alone is a folder in a URL");
        }
        return value;
    }

    private static boolean allowed(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= ':' || c == '-' || c == '_' || c == '.';
    }

    private static String clip(String value) {
        return value.length() <= MAX_LENGTH ? value : value.substring(0, MAX_LENGTH) + "...";
    }
}
