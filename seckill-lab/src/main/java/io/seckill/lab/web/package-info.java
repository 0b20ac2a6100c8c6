/**
 * The lab over HTTP: the page at {@code /lab}, and {@code /api/lab} behind it. An application has it if it imports {@link
 * io.seckill.lab.web.LabConfiguration}.
 */
@NullMarked
package io.seckill.lab.web;

import org.jspecify.annotations.NullMarked;
