/**
 * Experiments: stages that take turns under the same settings, in one process or two, and what was seen of each. {@link
 * io.seckill.lab.run.Lab} runs them one at a time, on servers of its own.
 */
@NullMarked
package io.seckill.lab.run;

import org.jspecify.annotations.NullMarked;
