/**
 * Vouchers and their sales: the shop's own tables, what buyers see of a sale, and how an operator opens one. The tables are also the
 * source from which sales are opened ahead of their window.
 */
@NullMarked
package io.seckill.sample.sale;

import org.jspecify.annotations.NullMarked;
