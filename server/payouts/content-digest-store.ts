// The digest of what a batch will pay, made where the rows lie: a changed amount, card or person changes it (D17).

import { createHash } from 'node:crypto'
import { ROWS_A_BATCH } from '@paywages/domain/payouts/row-ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { rowRangeOf } from './row-range-store.ts'

/** So many row numbers make a piece: as many as one call to the bank carries, so that whoever sends reads little else (ADR 48). */
export const PIECE_ROWS = 200

export type PieceContent = {
  readonly piece: number
  /** Of everything that was approved. */
  readonly content: Buffer
  /** Of what is withheld, which the start fixes; null where nothing is. */
  readonly withheld: Buffer | null
}

/** The batch of a row among those of a piece, reckoned: by the index of batches the planner would read all of the batch for every piece. */
export const OF_BATCH = sql`(r.batch_id + 0)`

/** Over rows of the view payout_contents in the order of their ids. */
export const PIECE_CONTENT = sql`sha256(string_agg(r.content, '' order by r.row_id))`
export const PIECE_WITHHELD = sql`sha256(string_agg(int8send(r.row_id) || int8send(r.tax_fen) || int8send(r.vat_fen), '' order by r.row_id)
  filter (where r.tax_fen <> 0 or r.vat_fen <> 0))`

/** All pieces of a batch that have a row to pay. */
export async function digestContent(tx: Tx, batchId: number): Promise<PieceContent[]> {
  const range = await rowRangeOf(tx, BigInt(batchId))
  const [first, last] = [Number(range.first), Number(range.last)]
  const start = batchId * ROWS_A_BATCH
  const isOwnRange = first > start && last <= start + ROWS_A_BATCH
  const { rows } = await (isOwnRange
    ? ownRange(batchId, start, first, last)
    : sharedRange(batchId, first, last)
  ).execute(tx)
  return rows
}

/** A piece is a range of the primary key: read in its order, nothing is sorted. */
function ownRange(batchId: number, start: number, first: number, last: number): RawBuilder<PieceContent> {
  const pieceOf = (rowId: number) => Math.floor((rowId - start) / PIECE_ROWS)
  return sql`
    select p.piece, d.content, d.withheld from generate_series(${pieceOf(first)}::int, ${pieceOf(last)}::int) p(piece) cross join lateral (
      select ${PIECE_CONTENT} as content, ${PIECE_WITHHELD} as withheld from payout_contents r
      where r.row_id between ${BigInt(start)} + p.piece * ${sql.lit(PIECE_ROWS)} and ${BigInt(start)} + p.piece * ${sql.lit(PIECE_ROWS)} + ${sql.lit(PIECE_ROWS - 1)}
        and ${OF_BATCH} = ${BigInt(batchId)} and not r.cancelled) d
    where d.content is not null order by p.piece`
}

/** Ids of earlier releases say nothing of row numbers, and rows of other batches may lie between. */
function sharedRange(batchId: number, first: number, last: number): RawBuilder<PieceContent> {
  return sql`
    select r.row_number / ${sql.lit(PIECE_ROWS)} as piece, ${PIECE_CONTENT} as content, ${PIECE_WITHHELD} as withheld from payout_contents r
    where r.row_id between ${BigInt(first)} and ${BigInt(last)} and r.batch_id = ${BigInt(batchId)} and not r.cancelled
    group by 1 order by 1`
}

export function digestOfPieces(pieces: readonly PieceContent[]): string {
  const whole = createHash('sha256')
  for (const { piece, content } of pieces) whole.update(`${piece}:`).update(content)
  return whole.digest('hex')
}
