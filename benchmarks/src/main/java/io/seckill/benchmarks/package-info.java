/**
 * JMH benchmarks of purchases and locks, and the comparison: the gate beside what people use today. Each class names in its
 * documentation the command that runs it.
 */
@NullMarked
package io.seckill.benchmarks;

import org.jspecify.annotations.NullMarked;
