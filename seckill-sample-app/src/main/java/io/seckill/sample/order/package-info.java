/**
 * What became of an order: in the ledger, on its way there, or refused. Nobody sees another buyer's.
 */
@NullMarked
package io.seckill.sample.order;

import org.jspecify.annotations.NullMarked;
