/**
 * What all endpoints share: bad input and every other error as a problem detail (RFC 9457), and the API page.
 */
@NullMarked
package io.seckill.sample.web;

import org.jspecify.annotations.NullMarked;
