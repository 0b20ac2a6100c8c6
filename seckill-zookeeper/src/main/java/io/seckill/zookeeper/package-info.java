/**
 * A lock on ZooKeeper, through Curator: {@link io.seckill.zookeeper.ZooKeeperLock}. The host makes the Curator client, starts it and closes
 * it.
 */
@NullMarked
package io.seckill.zookeeper;

import org.jspecify.annotations.NullMarked;
