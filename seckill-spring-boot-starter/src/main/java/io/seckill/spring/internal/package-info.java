/**
 * What the auto-configurations share: how a start fails, checks of properties, threads, the order of starting and stopping. Public for
 * the compiler alone; it may change with any version.
 */
@NullMarked
package io.seckill.spring.internal;

import org.jspecify.annotations.NullMarked;
