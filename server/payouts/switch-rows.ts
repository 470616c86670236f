// Cancels or restores rows while their batch is under audit: all of one batch, or nothing changes (D18).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { judgeCancelSwitch } from '@paywages/domain/payouts/batch-status.ts'
import type { Actor } from '../actor.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused, refuseIf } from '../refused.ts'
import { findBatch, moveTotals, recountPayable } from './batch-store.ts'
import { batchesOfRows, switchRows } from './row-store.ts'
import { refreshTrialTax } from './trial-tax.ts'

export async function switchBatchRows(
  house: House,
  by: Actor,
  rowIds: readonly number[],
  cancelled: boolean,
): Promise<void> {
  const ids = [...new Set(rowIds)]
  await house.database.transact(async (tx) => {
    const [batchId, another] = await batchesOfRows(tx, ids)
    if (batchId === undefined) throw new Refused('not-found')
    if (another !== undefined) throw new Refused('rows-of-several-batches')
    const batch = await findBatch(tx, scopeOf(by.person), batchId, 'lock')
    if (!batch) throw new Refused('not-found')
    refuseIf(judgeCancelSwitch(batch, by.person))
    const changed = await switchRows(tx, ids, cancelled)
    // A second click finds everything as it wanted it.
    if (changed.rows === 0) return
    const sign = cancelled ? 1 : -1
    await moveTotals(tx, batchId, {
      cancelled: sign * changed.rows,
      grossFen: BigInt(-sign) * changed.grossFen,
      feeFen: BigInt(-sign) * changed.feeFen,
    })
    const { taxTables } = house
    if (batch.withholdsTax)
      await refreshTrialTax(tx, { ...batch, taxTables }, changed.idHashes, shanghaiDay(by.at))
    await recountPayable(tx, batchId)
    await recordEntry(tx, by, {
      action: 'switch-rows',
      object: { kind: 'payout-batch', id: batchId, name: `${batch.batchNo} ${batch.fileName}` },
      providerId: batch.providerId,
      after: { cancelled, rows: ids.slice(0, 50), count: changed.rows },
    })
  })
}
