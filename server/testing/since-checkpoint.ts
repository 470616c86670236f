/** The extent of a check since a checkpoint at a given time, of the batches that are named. */

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Extent } from '../invariants/extent.ts'

export function sinceCheckpoint(before: Date, moved: readonly bigint[] = []): Extent {
  const checkpoint = { wholeAt: before, before, approvalsTo: 0n, leasesTo: 0, eventsTo: 0n }
  return { kind: 'since', checkpoint, day: shanghaiDay(before), moved }
}
