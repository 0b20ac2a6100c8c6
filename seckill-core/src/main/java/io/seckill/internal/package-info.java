/**
 * How the library tells the log that something fails for a while. Public for the other modules alone; it may change with any version.
 */
@NullMarked
package io.seckill.internal;

import org.jspecify.annotations.NullMarked;
