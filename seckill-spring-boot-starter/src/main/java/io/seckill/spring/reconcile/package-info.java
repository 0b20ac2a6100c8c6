/** Reconciles gate and ledger: the {@link io.seckill.reconcile.Reconciler} as a bean, and checks of all sales now and then. */
@NullMarked
package io.seckill.spring.reconcile;

import org.jspecify.annotations.NullMarked;
