/**
 * What is written about sales, kept on this node for seconds: {@link io.seckill.catalog.SaleCatalog}. For pages and tokens; stock is never
 * kept.
 */
@NullMarked
package io.seckill.catalog;

import org.jspecify.annotations.NullMarked;
