/** Carries traces from a purchase into the order sink, where the application has Micrometer Tracing. */
@NullMarked
package io.seckill.spring.tracing;

import org.jspecify.annotations.NullMarked;
