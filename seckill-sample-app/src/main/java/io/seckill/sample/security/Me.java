package io.seckill.sample.security;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What the buyer's page must know before it can do anything.
 *
 * @param buyer who is here; left out if nobody has logged in
 * @param demo whether whoever is here may say who they are; elsewhere they log in at {@code /login}
 * @param tokenRequired whether a purchase takes a token
 */
record Me(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String buyer, boolean demo, boolean tokenRequired) {}
