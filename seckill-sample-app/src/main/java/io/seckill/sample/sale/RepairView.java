package io.seckill.sample.sale;

import java.util.List;

/**
 * What a repair did, or would do.
 *
 * @param dryRun whether it was only planned
 * @param steps what was or would be done
 * @param left what differs afterwards; of a plan, what differs now
 */
record RepairView(boolean dryRun, List<String> steps, DriftView left) {}
