/** A crowd of simulated buyers for the demo: let loose on a sale over HTTP, bounded in number and time, and counted afterwards. */
@NullMarked
package io.seckill.sample.crowd;

import org.jspecify.annotations.NullMarked;
