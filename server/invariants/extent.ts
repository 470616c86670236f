/** How far the checks look: at everything, or at what moved since a checkpoint (ADR 90). */

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { type RawBuilder, sql } from 'kysely'

/** What was proved, and where the next look goes on. */
export type Checkpoint = {
  /** When everything was last looked at. */
  readonly wholeAt: Date
  /** What is dated before was committed when the checks looked: its postings are in the checked sums. */
  readonly before: Date
  readonly approvalsTo: bigint
  readonly leasesTo: number
  readonly eventsTo: bigint
}

export type Extent =
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'since'
      readonly checkpoint: Checkpoint
      /** Its day in Shanghai. */
      readonly day: Day
      /** Batches that are open, or that anything happened to since. */
      readonly moved: readonly bigint[]
    }

export const WHOLE: Extent = { kind: 'whole' }

/** What is dated before it may be left out. */
export function sinceOf(extent: Extent): Date {
  return extent.kind === 'whole' ? new Date(0) : extent.checkpoint.before
}

/** Whether the batch with this id is looked at. */
export function looksAtBatch(extent: Extent, batchId: string): RawBuilder<boolean> {
  return extent.kind === 'whole'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(batchId)} = any(${[...extent.moved]}::bigint[])`
}

/** Whether the row with this id is looked at; by the rows of each batch, as transfers have no index by batch. */
export function looksAtRow(extent: Extent, rowId: string): RawBuilder<boolean> {
  return extent.kind === 'whole'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(rowId)} in (select looked.row_id from payout_rows looked where looked.batch_id = any(${[...extent.moved]}::bigint[]))`
}

/** Postings in sums or one by one, with provider_id, phase, source, destination and fen: those of the checkpoint, and what came since. */
export function postedSums(extent: Extent): RawBuilder<unknown> {
  if (extent.kind === 'whole')
    return sql`select provider_id, phase, source, destination, amount_fen as fen from ledger_lines`
  return sql`
    select provider_id, phase, source, destination, amount_fen as fen from checked_postings
    union all
    select p.provider_id, p.phase, p.source, p.destination, p.amount_fen from ledger_balances o cross join lateral (
      select * from ledger_lines n where n.provider_id = o.provider_id and n.at >= ${extent.checkpoint.before} offset 0) p`
}
