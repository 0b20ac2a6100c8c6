/** Looks at all sales now and then, for whoever wants to see them: the meters, and listeners who want to know when stock runs low. */
@NullMarked
package io.seckill.spring.watch;

import org.jspecify.annotations.NullMarked;
