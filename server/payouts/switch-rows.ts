// Cancels or restores rows while their batch is under audit: all of one batch, or nothing changes (D18).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { validateCancelSwitch } from '@paywages/domain/payouts/batch-status.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused, refuseIf } from '../refused.ts'
import { findBatch, moveTotals, recountPayable } from './batch-store.ts'
import { refreshProvisionalTax } from './provisional-tax.ts'
import { refreshVat } from './refresh-vat.ts'
import { batchesOfRows, switchRows } from './row-store.ts'

export async function switchBatchRows(
  services: Services,
  by: Actor,
  rowIds: readonly number[],
  cancelled: boolean,
): Promise<void> {
  const ids = [...new Set(rowIds)]
  await services.database.transact(async (tx) => {
    const [batchId, another] = await batchesOfRows(tx, ids)
    if (batchId === undefined) throw new Refused('not-found')
    if (another !== undefined) throw new Refused('rows-of-several-batches')
    const batch = await findBatch(tx, scopeOf(by.person), batchId, 'lock')
    if (!batch) throw new Refused('not-found')
    refuseIf(validateCancelSwitch(batch, by.person))
    const changed = await switchRows(tx, ids, cancelled)
    // A second click finds everything as it wanted it.
    if (changed.rows === 0) return
    const sign = cancelled ? 1 : -1
    await moveTotals(tx, batchId, {
      cancelled: sign * changed.rows,
      grossFen: BigInt(-sign) * changed.grossFen,
      feeFen: BigInt(-sign) * changed.feeFen,
    })
    const { taxTables } = services
    if (batch.withholdsTax)
      await refreshProvisionalTax(tx, { ...batch, taxTables }, changed.idHashes, shanghaiDay(by.at))
    await refreshVat(tx, services, batch, by.at)
    await recountPayable(tx, batchId)
    await recordEntry(tx, by, {
      action: 'switch-rows',
      object: { kind: 'payout-batch', id: batchId, name: `${batch.batchNo} ${batch.fileName}` },
      providerId: batch.providerId,
      after: { cancelled, rows: ids.slice(0, 50), count: changed.rows },
    })
  })
}
