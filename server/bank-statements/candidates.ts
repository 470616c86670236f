// The payouts that a person may choose for an ambiguous line: those that fit and that no line has yet.

import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { BatchRow } from './batch-store.ts'
import { fittingRows } from './fitting-rows.ts'
import { batchesPaidBy } from './link-batches.ts'
import { payoutsByNumber } from './match-store.ts'
import type { LineRecord } from './read-store.ts'
import { openAccount } from './seal-account.ts'
import { takenRows } from './store.ts'

/** One payout, or all of a batch by the first of them. */
export type Candidate = { readonly rowId: bigint; readonly batch?: readonly BatchRow[] }

/** By the lines' ids, for lines of one provider. */
export async function candidatesOf(
  tx: Tx,
  { cipher }: Services,
  providerId: number,
  lines: readonly LineRecord[],
): Promise<Map<number, Candidate[]>> {
  const asked = lines.map((line) => ({
    ...line,
    key: line.lineId,
    account: openAccount(cipher, line.sealedCard),
  }))
  const fitting = await fittingRows(tx, cipher, providerId, asked)
  // A line that names a payout and does not say which way its money went.
  const named = lines.filter(({ unclear, reference }) => unclear && reference !== '')
  const references = named.map(({ reference }) => reference)
  const payouts =
    named.length === 0 ? [] : await payoutsByNumber(tx, providerId, { references, serials: references })
  for (const { lineId, reference, amountFen } of named) {
    const its = payouts.filter(
      (payout) =>
        (payout.reference === reference || payout.serial === reference) && payout.netFen === amountFen,
    )
    fitting.set(lineId, [...new Set([...(fitting.get(lineId) ?? []), ...its.map(({ rowId }) => rowId)])])
  }
  const batches = await batchesPaidBy(
    tx,
    providerId,
    asked.filter(({ lineId }) => !fitting.has(lineId)),
  )
  const inBatches = [...batches.values()].flat(2).map(({ rowId }) => rowId)
  const taken = await takenRows(tx, [...new Set([...[...fitting.values()].flat(), ...inBatches])])
  return new Map(
    lines.map(({ lineId, kind }): [number, Candidate[]] => {
      const free = batches.get(lineId)?.filter((rows) => rows.every(({ rowId }) => !taken[kind].has(rowId)))
      if (free !== undefined && free.length > 0) return [lineId, byOwnRow(free)]
      const rowIds = (fitting.get(lineId) ?? []).filter((rowId) => !taken[kind].has(rowId))
      return [lineId, rowIds.map((rowId) => ({ rowId }))]
    }),
  )
}

/** Each by a row of its own, as two choices of files may begin with the same one. */
function byOwnRow(batches: readonly (readonly BatchRow[])[]): Candidate[] {
  const used = new Set<bigint>()
  return batches.flatMap((batch): Candidate[] => {
    const own = batch.find(({ rowId }) => !used.has(rowId))
    if (own === undefined) return []
    used.add(own.rowId)
    return [{ rowId: own.rowId, batch }]
  })
}
