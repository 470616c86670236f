// Looks at the seals of a whole batch: whether each is the one that was made for its row, and none was erased (ADR 41, ADR 169).

import { ERASED_KEY_ID } from '../adapters/personal-data/data-keys.ts'
import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { dataKeyOf } from './reseal-store.ts'
import { rowRangeOf } from './row-range-store.ts'
import { openRow } from './seal-row.ts'
import { type StoredSeal, sealsAfter } from './seal-store.ts'

/** So many are looked at at once, so that other work comes in between. */
const RUN = 4_000

/** The number of a row whose seal does not open in its place; undefined where all do. */
export async function findBrokenSeal(
  tx: Tx,
  services: Services,
  batchId: number,
): Promise<number | undefined> {
  const range = await rowRangeOf(tx, BigInt(batchId))
  const open = await openerOf(tx, services, batchId)
  let after = range.first - 1n
  for (;;) {
    const rows = await sealsAfter(tx, BigInt(batchId), { ...range, first: after + 1n }, RUN)
    const last = rows.at(-1)
    if (last === undefined) return undefined
    if (!opens(open, rows)) return rows.find((row) => !opens(open, [row]))?.rowNumber
    after = last.rowId
  }
}

type Open = (rows: readonly StoredSeal[]) => void

/** By the batch, not by the row: one put back to the old form, which is bound to no row, must not open. */
async function openerOf(tx: Tx, { cipher }: Services, batchId: number): Promise<Open> {
  const wrapped = await dataKeyOf(tx, batchId)
  if (wrapped === null) return (rows) => rows.forEach(({ sealed }) => void openRow(cipher, sealed ?? ''))
  return (rows) => {
    if (wrapped.dataKeyId === ERASED_KEY_ID)
      throw new SealBroken(`the data key of batch ${batchId} was erased`)
    const placed = rows.map(({ rowNumber, seal }) => ({ rowNumber, seal: seal ?? NO_SEAL }))
    cipher.dataKeys.sealsOf(batchId, wrapped).openEach(placed, () => true)
  }
}

const NO_SEAL = Buffer.alloc(0)

function opens(open: Open, rows: readonly StoredSeal[]): boolean {
  try {
    open(rows)
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}
