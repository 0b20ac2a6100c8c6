/**
 * Lets crowds loose on the sample and on a shop of the usual tutorial, in turns, and tells how both fared. {@link io.seckill.load.LoadKit}
 * is where it starts; {@code docs/load.md} says what is measured.
 */
@NullMarked
package io.seckill.load;

import org.jspecify.annotations.NullMarked;
