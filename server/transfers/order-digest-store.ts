// What the bank is told of a batch's transfers, and the digests of it by pieces of a batch, fixed at its start (ADR 48).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { ROWS_A_BATCH } from '@paywages/domain/payouts/row-ids.ts'
import { sql } from 'kysely'
import { numberArray } from '../adapters/postgres/array-text.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import {
  OF_BATCH,
  PIECE_CONTENT,
  PIECE_ROWS,
  PIECE_WITHHELD,
  type PieceContent,
} from '../payouts/content-digest-store.ts'
import { NET, REFERENCE } from './reference-store.ts'

const PIECE = sql.lit(PIECE_ROWS)

/** Everything that the bank is told of a row; `sealed` holds the card number. */
export type OrderLine = {
  readonly batchId: bigint
  readonly rowId: bigint
  readonly reference: string
  readonly netFen: Fen
  readonly name: string
  readonly sealed: string
  readonly bank: string
  readonly remark: string
  /** For settling it. */
  readonly providerId: number
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
}

/** What a piece orders: its content, and what the start made of it. */
export type PieceOrders = PieceContent & {
  readonly batchId: bigint
  /** Of which rows are no orders and which have a reference of their own; null where there is neither. */
  readonly marks: Buffer | null
  /** From which the other references follow. */
  readonly batchNo: string
  readonly referenceMark: string
}

/** Rows between two ids that the start refused, and references that do not follow from batch and row. */
const MARKED = (first: ReturnType<typeof sql>, last: ReturnType<typeof sql>) => sql`
  select t.row_id, '' as mark from transfers t where t.row_id between ${first} and ${last} and t.state = 'refused'
  union all
  select n.row_id, n.reference from transfer_names n where n.row_id between ${first} and ${last} and n.reference is not null`
const MARKS = sql`sha256(string_agg(record_send(row(m.row_id, m.mark)), '' order by m.row_id, m.mark))`

/** Adds to the content of a whole batch what the start made of it. */
export async function ordersOfPieces(
  tx: Tx,
  batchId: bigint,
  pieces: readonly PieceContent[],
): Promise<PieceOrders[]> {
  const { rows } = await sql<{
    batchNo: string
    referenceMark: string
    piece: number | null
    marks: Buffer | null
  }>`
    with marked as materialized (
      select m.* from transfer_queues q cross join lateral (${MARKED(sql`q.first_row_id`, sql`q.last_row_id`)} offset 0) m
      where q.batch_id = ${batchId}),
    pieces as (
      select r.row_number / ${PIECE} as piece, ${MARKS} as marks
      from marked m join payout_lines r on r.row_id = m.row_id and r.batch_id = ${batchId} group by 1)
    select b.batch_no as "batchNo", b.reference_mark as "referenceMark", p.piece, p.marks
    from batch_references b left join pieces p on true where b.batch_id = ${batchId}`.execute(tx)
  const [batch] = rows
  if (!batch) throw new Error(`there is no batch ${batchId}`)
  const { batchNo, referenceMark } = batch
  const marks = new Map(rows.map((row) => [row.piece, row.marks]))
  return pieces.map((one) => ({
    ...one,
    batchId,
    batchNo,
    referenceMark,
    marks: marks.get(one.piece) ?? null,
  }))
}

type PieceRange = {
  readonly batchId: bigint
  readonly piece: number
  readonly first: bigint
  readonly last: bigint
}

export type Ordered = { readonly rowId: bigint; readonly batchId: bigint }

const START_OF = (batchId: bigint) => batchId * BigInt(ROWS_A_BATCH)

/** Which pieces these transfers stand in, and between which ids the rows of each lie. */
async function piecesAround(tx: Tx, orders: readonly Ordered[]): Promise<PieceRange[]> {
  const own = orders.filter(
    ({ rowId, batchId }) => rowId > START_OF(batchId) && rowId <= START_OF(batchId + 1n),
  )
  const found = new Map<string, PieceRange>()
  for (const { rowId, batchId } of own) {
    const piece = Number(rowId - START_OF(batchId)) / PIECE_ROWS
    const first = START_OF(batchId) + BigInt(Math.floor(piece) * PIECE_ROWS)
    found.set(`${first}`, { batchId, piece: Math.floor(piece), first, last: first + BigInt(PIECE_ROWS - 1) })
  }
  if (own.length === orders.length) return [...found.values()]
  // Ids of earlier releases say nothing of row numbers.
  const { rows } = await sql<PieceRange>`
    select distinct q.batch_id as "batchId", r.row_number / ${PIECE} as piece, q.first_row_id as first, q.last_row_id as last
    from payout_lines r join transfer_queues q on q.batch_id = r.batch_id
    where r.row_id = any(${orders.filter((one) => !own.includes(one)).map(({ rowId }) => rowId)}::bigint[])`.execute(
    tx,
  )
  return [...found.values(), ...rows]
}

export type OrdersRead = { readonly lines: readonly OrderLine[]; readonly pieces: readonly PieceOrders[] }

/**
 * The lines of these transfers, and what the whole pieces order that they stand in: one statement, so that what is sent is what is held
 * against the digests. A piece is told with the first of its lines.
 */
export async function linesAround(tx: Tx, orders: readonly Ordered[]): Promise<OrdersRead> {
  const ranges = await piecesAround(tx, orders)
  const { rows } = await sql<OrderLine & (PieceOrders | { piece: null })>`
    with asked as materialized (
      select * from unnest(${ranges.map((one) => one.batchId)}::bigint[], ${ranges.map((one) => one.piece)}::int[],
        ${ranges.map((one) => one.first)}::bigint[], ${ranges.map((one) => one.last)}::bigint[]) a(batch_id, piece, first, last)),
    rows as materialized (
      select a.piece, c.* from asked a cross join lateral (
        select r.* from payout_contents r where r.row_id between a.first and a.last and ${OF_BATCH} = a.batch_id
          and r.row_number / ${PIECE} = a.piece and not r.cancelled offset 0) c),
    marks as materialized (
      select a.batch_id, a.piece, m.* from asked a cross join lateral (${MARKED(sql`a.first`, sql`a.last`)} offset 0) m),
    marked as materialized (
      select r.batch_id, r.piece, ${MARKS} as marks
      from marks m join rows r on r.row_id = m.row_id and r.batch_id = m.batch_id and r.piece = m.piece group by 1, 2),
    wanted as materialized (
      select w.id, r.batch_id, r.piece from unnest(${numberArray(orders.map(({ rowId }) => rowId))}::bigint[]) w(id) join rows r on r.row_id = w.id),
    pieces as materialized (
      select r.batch_id, r.piece, ${PIECE_CONTENT} as content, ${PIECE_WITHHELD} as withheld,
        (select min(w.id) from wanted w where w.batch_id = r.batch_id and w.piece = r.piece) as told_with
      from rows r group by 1, 2)
    select w.batch_id as "batchId", r.row_id as "rowId", ${REFERENCE} as reference, ${NET} as "netFen", r.name, r.sealed, r.bank, r.remark,
      r.provider_id as "providerId", r.amount_fen as "amountFen", r.fee_fen as "feeFen", r.tax_fen as "taxFen", r.vat_fen as "vatFen",
      p.piece, p.content, p.withheld, marked.marks,
      case when p.piece is not null then b.batch_no end as "batchNo", case when p.piece is not null then b.reference_mark end as "referenceMark"
    from wanted w left join pieces p on p.told_with = w.id
      left join marked on marked.batch_id = p.batch_id and marked.piece = p.piece
      cross join lateral (
        select l.row_id, l.row_number, l.provider_id, l.name, l.sealed, l.bank, l.remark, l.amount_fen, l.fee_fen, l.tax_fen, l.vat_fen
        from payout_lines l where l.row_id = w.id offset 0) r
      join batch_references b on b.batch_id = w.batch_id left join transfer_names n on n.row_id = w.id
    order by r.row_id`.execute(tx)
  return { lines: rows, pieces: rows.filter((row): row is OrderLine & PieceOrders => row.piece !== null) }
}

/** How the digests of this release are made; 1 is how earlier ones made theirs. */
export const FORMULA = 3

export type StoredDigest = {
  readonly batchId: bigint
  readonly piece: number
  readonly keyId: string
  readonly digest: Buffer
  readonly formula: number
}

/** Of one batch: all of them, or those of some pieces. */
export async function storedDigests(
  tx: Tx,
  batchId: bigint,
  pieces?: readonly number[],
): Promise<StoredDigest[]> {
  return tx
    .selectFrom('order_digests')
    .where('batch_id', '=', batchId)
    .$if(pieces !== undefined, (q) => q.where('piece', 'in', [...(pieces ?? [])]))
    .select(['batch_id as batchId', 'piece', 'key_id as keyId', 'digest', 'formula'])
    .execute()
}

export async function hasDigests(tx: Tx, batchId: bigint): Promise<boolean> {
  const found = await tx
    .selectFrom('order_digests')
    .where('batch_id', '=', batchId)
    .select('piece')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type NewDigest = Pick<StoredDigest, 'piece' | 'digest'>

export async function replaceDigests(
  tx: Tx,
  batchId: bigint,
  keyId: string,
  digests: readonly NewDigest[],
): Promise<void> {
  await tx.deleteFrom('order_digests').where('batch_id', '=', batchId).execute()
  if (digests.length === 0) return
  await sql`
    insert into order_digests (batch_id, piece, key_id, digest, formula)
    select ${batchId}, w.piece, ${keyId}, w.digest, ${sql.lit(FORMULA)}
    from unnest(${digests.map((d) => d.piece)}::int[], ${digests.map((d) => d.digest)}::bytea[]) w(piece, digest)
    on conflict do nothing`.execute(tx)
}
