// Links debits that pay whole batches, and tells which batch a list of payments is (D32).

import { DAYS_APART, type Decision, decideBatches } from '@paywages/domain/bank-statements/link-lines.ts'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import { batchListed, batchPaidBy, mayPayBatch } from '@paywages/domain/bank-statements/whole-batch.ts'
import { DAY_MS, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type BatchRow, batchRows, batchSums } from './batch-store.ts'
import { isPaidBy } from './fitting-rows.ts'
import { takenRows } from './store.ts'

/** Lines that nothing else explains, each as one debit of a batch. */
export async function linkBatches(
  tx: Tx,
  providerId: number,
  lines: readonly ReadLine[],
  decisions: readonly Decision[],
): Promise<Decision[]> {
  const open = lines.flatMap((line, index) =>
    decisions[index]?.result === 'not-found' && mayPayBatch(line) ? [{ line, index }] : [],
  )
  if (open.length === 0) return [...decisions]
  const rowsOfLine = new Map<number, bigint[]>()
  for (const { line, index } of open) {
    const { from, to } = daysAround([line])
    const batch = batchPaidBy(line, await batchSums(tx, providerId, from, to))
    if (batch)
      rowsOfLine.set(
        index,
        (await batchRows(tx, batch)).map(({ rowId }) => rowId),
      )
  }
  const { debit } = await takenRows(tx, [...new Set([...rowsOfLine.values()].flat())])
  return decideBatches(decisions, rowsOfLine, debit)
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

function daysAround(lines: readonly ReadLine[]): { from: Date; to: Date } {
  const days = lines.flatMap(({ day }) => day ?? []).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    from: new Date(startOfDay(first).getTime() - DAYS_APART * DAY_MS),
    to: new Date(startOfDay(last).getTime() + (DAYS_APART + 1) * DAY_MS),
  }
}
