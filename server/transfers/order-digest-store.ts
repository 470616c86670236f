// What the bank is told of a batch's transfers, in pieces of two hundred rows, and the digests fixed at its start.

import { createHash } from 'node:crypto'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { NAMED, NET, REFERENCE } from './reference-store.ts'

/** As many as one call carries: whoever sends some of a piece reads the whole of it. */
const PIECE_ROWS = 200

/** Everything that the bank is told, and whose row it is; `sealed` holds the card number. */
export type OrderLine = {
  readonly batchId: bigint
  readonly piece: number
  readonly rowId: bigint
  readonly rowNumber: number
  readonly reference: string
  readonly netFen: Fen
  readonly name: string
  readonly sealed: string
  readonly bank: string
  readonly remark: string
}

const FIELDS = ['rowId', 'rowNumber', 'reference', 'netFen', 'name', 'sealed', 'bank', 'remark'] as const

/** The same text as below in SQL. Each field tells its length first: no sign in one can stand for the end of it. */
function textOf(line: OrderLine): string {
  return FIELDS.map((field) => String(line[field]))
    .map((text) => `${Buffer.byteLength(text)}:${text}`)
    .join('')
}

const measured = (text: ReturnType<typeof sql>) => sql`octet_length(${text}) || ':' || ${text}`
const TEXT = sql.join(
  [
    sql`t.row_id::text`,
    sql`r.row_number::text`,
    REFERENCE,
    sql`${NET}::text`,
    sql`r.name`,
    sql`r.sealed`,
    sql`r.bank`,
    sql`r.remark`,
  ].map(measured),
  sql` || `,
)

export type PieceDigest = { readonly batchId: bigint; readonly piece: number; readonly sha256: string }

/** Of lines in the order of their rows. */
export function digestLines(lines: readonly OrderLine[]): string {
  return createHash('sha256').update(lines.map(textOf).join('\n')).digest('hex')
}

/** The pieces of a whole batch, digested where they lie. */
export async function digestBatch(tx: Tx, batchId: bigint): Promise<PieceDigest[]> {
  const { rows } = await sql<PieceDigest>`
    select t.batch_id as "batchId", r.row_number / ${sql.lit(PIECE_ROWS)} as piece,
      encode(sha256(convert_to(string_agg(${TEXT}, chr(10) order by r.row_number, t.row_id), 'UTF8')), 'hex') as sha256
    from transfer_queues q join transfers t on t.row_id between q.first_row_id and q.last_row_id and t.batch_id = q.batch_id ${NAMED}
    where q.batch_id = ${batchId} and t.state <> 'refused' group by 1, 2 order by 2`.execute(tx)
  return rows
}

/** All lines of every piece that these transfers stand in. */
export async function linesAround(tx: Tx, rowIds: readonly bigint[]): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    with pieces as materialized (
      select distinct t.batch_id, r.row_number / ${sql.lit(PIECE_ROWS)} as piece
      from transfers t join payout_lines r on r.row_id = t.row_id where t.row_id = any(${[...rowIds]}::bigint[]))
    select t.batch_id as "batchId", p.piece, t.row_id as "rowId", r.row_number as "rowNumber", ${REFERENCE} as reference,
      ${NET} as "netFen", r.name, r.sealed, r.bank, r.remark
    from pieces p join payout_lines r on r.batch_id = p.batch_id
        and r.row_number between p.piece * ${sql.lit(PIECE_ROWS)} and p.piece * ${sql.lit(PIECE_ROWS)} + ${sql.lit(PIECE_ROWS - 1)}
      join transfers t on t.row_id = r.row_id and t.batch_id = p.batch_id and t.state <> 'refused'
      join batch_references b on b.batch_id = p.batch_id left join transfer_names n on n.row_id = t.row_id
    order by t.batch_id, r.row_number, t.row_id`.execute(tx)
  return rows
}

export type StoredDigest = {
  readonly batchId: bigint
  readonly piece: number
  readonly keyId: string
  readonly digest: Buffer
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
    .select(['batch_id as batchId', 'piece', 'key_id as keyId', 'digest'])
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

export async function replaceDigests(
  tx: Tx,
  batchId: bigint,
  digests: readonly StoredDigest[],
): Promise<void> {
  await tx.deleteFrom('order_digests').where('batch_id', '=', batchId).execute()
  if (digests.length === 0) return
  await sql`
    insert into order_digests (batch_id, piece, key_id, digest)
    select ${batchId}, w.piece, w.key_id, w.digest
    from unnest(${digests.map((d) => d.piece)}::int[], ${digests.map((d) => d.keyId)}::text[], ${digests.map((d) => d.digest)}::bytea[]) w(piece, key_id, digest)
    on conflict do nothing`.execute(tx)
}
