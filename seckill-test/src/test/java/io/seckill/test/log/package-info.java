/** Looks at what is logged. */
@NullMarked
package io.seckill.test.log;

import org.jspecify.annotations.NullMarked;
