/**
 * Signed tokens that show that a buyer has visited the page of a sale shortly before or while it is open: {@link
 * io.seckill.token.PurchaseTokens} issues and checks them. Nothing is stored; every node that has the keys can do both.
 */
@NullMarked
package io.seckill.token;

import org.jspecify.annotations.NullMarked;
