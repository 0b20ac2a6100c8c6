/** Limits on purchases: of this node by bucket4j; of the cluster, of each buyer and of each address by Redis. */
@NullMarked
package io.seckill.spring.limit;

import org.jspecify.annotations.NullMarked;
