// Settings that show one thing each.

export const recipes = {
  oversell: {
    stages: ["no-protection", "conditional-update", "version", "for-update", "lua-gate-batched"],
    buyers: 200, clicks: 1, stock: 20, concurrency: 40, thinkMs: 20, leaseMs: 10000, lockWaitMs: 0, processes: 1, seconds: 10,
  },
  twoProcesses: {
    stages: ["jvm-lock", "owned-lock", "zookeeper", "lua-gate-batched"],
    buyers: 100, clicks: 2, stock: 200, concurrency: 40, thinkMs: 100, leaseMs: 5000, lockWaitMs: 0, processes: 2, seconds: 10,
  },
  lostLock: {
    stages: ["set-nx", "owned-lock", "redisson", "lua-gate-batched"],
    buyers: 40, clicks: 3, stock: 100, concurrency: 15, thinkMs: 300, leaseMs: 100, lockWaitMs: 1000, processes: 1, seconds: 20,
  },
  wholeWay: {
    stages: ["no-protection", "conditional-update", "version", "for-update", "jvm-lock", "set-nx", "owned-lock", "redisson", "zookeeper", "lua-gate", "lua-gate-batched"],
    buyers: 200, clicks: 1, stock: 20, concurrency: 40, thinkMs: 20, leaseMs: 10000, lockWaitMs: 0, processes: 1, seconds: 10,
  },
  throughput: {
    stages: ["conditional-update", "for-update", "owned-lock", "redisson", "lua-gate", "lua-gate-batched"],
    buyers: 20000, clicks: 1, stock: 20000, concurrency: 100, thinkMs: 0, leaseMs: 10000, lockWaitMs: 0, processes: 1, seconds: 4,
  },
};

/** The numbers of the form, with their bounds. */
export const numbers = [
  ["buyers", 1, 20000],
  ["clicks", 1, 3],
  ["stock", 1, 20000],
  ["concurrency", 1, 200],
  ["thinkMs", 0, 2000],
  ["leaseMs", 10, 60000],
  ["lockWaitMs", 0, 5000],
  ["seconds", 1, 30],
  ["processes", 1, 2],
];
