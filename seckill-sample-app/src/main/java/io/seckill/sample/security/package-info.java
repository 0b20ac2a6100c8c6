/**
 * Who is who. The operator uses basic authentication, or logs in to the console; buyers log in, or in the demo just say who they are.
 */
@NullMarked
package io.seckill.sample.security;

import org.jspecify.annotations.NullMarked;
