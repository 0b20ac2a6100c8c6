package io.seckill.spring;

/** A bean of this type says that {@link EnableSeckill} is there. */
final class SeckillMarker {}
