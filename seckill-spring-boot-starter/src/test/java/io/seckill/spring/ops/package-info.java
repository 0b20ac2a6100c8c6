/** Files for those who run the library, checked against the code. */
package io.seckill.spring.ops;
