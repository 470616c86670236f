// The digests of a batch's orders as earlier releases made them at its start (D17).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { NAMED, NET, REFERENCE } from './reference-store.ts'

/** Each field tells its length first: no character in one can stand for the end of it. */
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
  ].map((text) => sql`octet_length(${text}) || ':' || ${text}`),
  sql` || `,
)

export type EarlierDigest = { readonly piece: number; readonly sha256: string }

export async function digestAsEarlier(tx: Tx, batchId: bigint): Promise<EarlierDigest[]> {
  const { rows } = await sql<EarlierDigest>`
    select r.row_number / 200 as piece,
      encode(sha256(convert_to(string_agg(${TEXT}, chr(10) order by r.row_number, t.row_id), 'UTF8')), 'hex') as sha256
    from transfer_queues q join transfers t on t.row_id between q.first_row_id and q.last_row_id and t.batch_id = q.batch_id ${NAMED}
    where q.batch_id = ${batchId} and t.state <> 'refused' group by 1 order by 1`.execute(tx)
  return rows
}
