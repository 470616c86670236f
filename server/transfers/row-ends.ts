// What the end of a transfer means for the row it pays, its batch's counts and its person's name.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { bindNames } from '../freelancers/store.ts'
import { type EndCounts, moveDaysAndEndCounts, moveEndCounts } from '../payouts/batch-store.ts'
import { type DayMove, moveDays, type StartedStatus } from '../payouts/day-store.ts'

export type RowEnd = {
  readonly rowId: bigint
  readonly batchId: bigint
  readonly providerId: number
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly was: TransferState
  readonly is: TransferState
  /** Its payout time before and now (D23). */
  readonly stoodAt: Date
  readonly standsAt: Date
}

/** A returned transfer shows as failed (D21). */
const showsPaid = (state: TransferState) => state === 'succeeded'
const showsFailed = (state: TransferState) => state === 'failed' || state === 'returned'

const shownAs = (state: TransferState): StartedStatus =>
  showsPaid(state) ? 'succeeded' : showsFailed(state) ? 'failed' : 'processing'

const dayMoves = (ends: readonly RowEnd[]): DayMove[] =>
  ends.flatMap(({ providerId, amountFen, feeFen, was, is, stoodAt, standsAt }) => [
    { providerId, at: stoodAt, status: shownAs(was), rows: -1, amountFen: -amountFen, feeFen: -feeFen },
    { providerId, at: standsAt, status: shownAs(is), rows: 1, amountFen, feeFen },
  ])

/** Moves the counts of the days at which they stood and now stand. */
export async function countDays(tx: Tx, ends: readonly RowEnd[]): Promise<void> {
  await moveDays(tx, dayMoves(ends))
}

/** A succeeded transfer binds the name, also one that came back later (D26). Behind the batches, as registering holds them. */
export async function bindPaidNames(tx: Tx, ends: readonly RowEnd[]): Promise<void> {
  const paid = ends.filter(({ is }) => showsPaid(is) || is === 'returned')
  await bindNames(
    tx,
    paid.map(({ rowId }) => rowId),
  )
}

const NO_MOVE = { succeeded: 0, failed: 0, paidFen: 0n, paidFeeFen: 0n, paidTaxFen: 0n, failedFen: 0n }

function endCountsOf(ends: readonly RowEnd[]): ReadonlyMap<bigint, EndCounts> {
  const moves = new Map<bigint, EndCounts>()
  for (const { batchId, was, is, amountFen, feeFen, taxFen } of ends) {
    const move = moves.get(batchId) ?? NO_MOVE
    const paid = Number(showsPaid(is)) - Number(showsPaid(was))
    const failed = Number(showsFailed(is)) - Number(showsFailed(was))
    moves.set(batchId, {
      succeeded: move.succeeded + paid,
      failed: move.failed + failed,
      paidFen: move.paidFen + BigInt(paid) * amountFen,
      paidFeeFen: move.paidFeeFen + BigInt(paid) * feeFen,
      paidTaxFen: move.paidTaxFen + BigInt(paid) * taxFen,
      failedFen: move.failedFen + BigInt(failed) * amountFen,
    })
  }
  return moves
}

/** Moves the batches' counts by what just ended. */
export async function countEnds(tx: Tx, ends: readonly RowEnd[], now: Date): Promise<void> {
  const moves = endCountsOf(ends)
  for (const batchId of [...moves.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const move = moves.get(batchId)
    if (move) await moveEndCounts(tx, batchId, move, now)
  }
}

/** Days and counts of what ended in one batch, in one statement. */
export async function countEndsOfBatch(
  tx: Tx,
  batchId: bigint,
  ends: readonly RowEnd[],
  now: Date,
): Promise<void> {
  const counts = endCountsOf(ends).get(batchId)
  if (counts) await moveDaysAndEndCounts(tx, dayMoves(ends), batchId, counts, now)
}
