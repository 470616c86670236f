// Links debits that pay whole batches, and tells which batch a list of payments is (D32).

import {
  type BatchClaim,
  DAYS_APART,
  type Decision,
  decideBatches,
} from '@paywages/domain/bank-statements/link-lines.ts'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import {
  type BulkLine,
  batchListed,
  mayPayBatch,
  paidAcross,
  paidTogether,
  provesBatch,
} from '@paywages/domain/bank-statements/whole-batch.ts'
import { DAY_MS, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type BatchRow, batchRows, batchSums } from './batch-store.ts'
import { isPaidBy } from './fitting-rows.ts'
import { takenRows } from './store.ts'

/** Lines that nothing else explains, each as one debit of a batch; `undone` are the numbers of those that a person took back. */
export async function linkBatches(
  tx: Tx,
  providerId: number,
  lines: readonly ReadLine[],
  decisions: readonly Decision[],
  undone: ReadonlySet<number>,
): Promise<Decision[]> {
  const open = lines.flatMap((line, index) =>
    decisions[index]?.result === 'not-found' ? [{ ...line, key: index }] : [],
  )
  const found = await batchesPaidBy(tx, providerId, open)
  const claims = new Map<number, BatchClaim>()
  for (const line of open) {
    const fitting = found.get(line.key)
    if (fitting === undefined) continue
    const proven = provesBatch(line) && !undone.has(line.lineNumber) && fitting.every(isOneBatch)
    claims.set(line.key, { options: fitting.map((rows) => rows.map(({ rowId }) => rowId)), proven })
  }
  const wanted = [...claims.values()].flatMap(({ options }) => options.flat())
  const { debit } = await takenRows(tx, [...new Set(wanted)])
  return decideBatches(decisions, claims, debit)
}

/** So many that fit are enough to know that a person must look elsewhere. */
const MAX_OPTIONS = 20

/** What several batches come to together is a person's to confirm. */
const isOneBatch = (rows: readonly BatchRow[]): boolean => batchCountOf(rows) === 1

export function batchCountOf(rows: readonly BatchRow[]): number {
  return new Set(rows.map(({ batchId }) => batchId)).size
}

/** By the lines' keys, the rows of each batch, of some of its files, or else of several batches, that a line may pay at once. */
export async function batchesPaidBy(
  tx: Tx,
  providerId: number,
  lines: readonly (BulkLine & { readonly key: number })[],
): Promise<Map<number, BatchRow[][]>> {
  const found = new Map<number, BatchRow[][]>()
  const asked = lines.filter(mayPayBatch)
  if (asked.length === 0) return found
  const { from, to } = daysAround(asked)
  const sums = await batchSums(tx, providerId, from, to)
  for (const line of asked) {
    const alone = paidTogether(line, sums).map((batch) => [batch])
    const fitting = alone.length > 0 ? alone : paidAcross(line, sums)
    if (fitting.length === 0 || fitting.length > MAX_OPTIONS) continue
    const options: BatchRow[][] = []
    for (const batches of fitting) {
      const rows: BatchRow[] = []
      for (const batch of batches) rows.push(...(await batchRows(tx, batch)))
      options.push(rows)
    }
    found.set(line.key, options)
  }
  return found
}

/** A list without days may be of any batch of the last year. */
const LISTED_WITHIN = 366 * DAY_MS

/** By the line's number, the rows that fit a line in the batch that the whole list is; undefined where it is none. */
export async function rowsOfListedBatch(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  lines: readonly ReadLine[],
  now: Date,
): Promise<Map<number, bigint[]> | undefined> {
  const { from, to } = lines.some(({ day }) => day !== null)
    ? daysAround(lines)
    : { from: new Date(now.getTime() - LISTED_WITHIN), to: new Date(now.getTime() + DAY_MS) }
  const batch = batchListed(lines, await batchSums(tx, providerId, from, to))
  if (batch === undefined) return undefined
  const byAmount = new Map<bigint, BatchRow[]>()
  for (const row of await batchRows(tx, batch))
    byAmount.set(row.netFen, [...(byAmount.get(row.netFen) ?? []), row])
  return new Map(
    lines.map((line) => [
      line.lineNumber,
      (byAmount.get(line.amountFen) ?? [])
        .filter((row) => isPaidBy(cipher, line, row))
        .map(({ rowId }) => rowId),
    ]),
  )
}

function daysAround(lines: readonly Pick<ReadLine, 'day'>[]): { from: Date; to: Date } {
  const days = lines.flatMap(({ day }) => day ?? []).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    from: new Date(startOfDay(first).getTime() - DAYS_APART * DAY_MS),
    to: new Date(startOfDay(last).getTime() + (DAYS_APART + 1) * DAY_MS),
  }
}
