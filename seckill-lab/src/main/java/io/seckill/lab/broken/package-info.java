/**
 * Three stages of the way to a gate that do not work, to be measured and to be seen breaking. Nothing here is a library: do not copy it.
 * {@code BrokenStagesTest} and {@code TwoProcessesTest} show how each breaks, and what in its place does not.
 */
@NullMarked
package io.seckill.lab.broken;

import org.jspecify.annotations.NullMarked;
