// Seals columns again under the current key: a piece at a time in the order of their ids, while everything goes on (D33, ADR 87).

import { sql } from 'kysely'
import type { Cipher } from '../personal-data/cipher.ts'
import { SealBroken } from '../personal-data/seal-broken.ts'
import type { Tx } from './database.ts'

type Row = Readonly<Record<string, unknown>>

/** Which columns of a table hold seals; told by the slice that owns it. */
export type SealedColumns = {
  /** As people know it. */
  readonly name: string
  readonly table: string
  readonly ids: readonly string[]
  readonly columns: readonly string[]
  /** The columns anew, and the hashes that go with them; throws SealBroken for what does not open. */
  renew(cipher: Cipher, row: Row): Row
}

/** The ids of the last row that was looked at. */
export type Position = readonly unknown[]

export type Renewed = {
  readonly renewed: number
  /** Does not open under any key at hand: left as evidence. */
  readonly broken: number
  /** Undefined at the end of the table. */
  readonly next: Position | undefined
}

const listOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/** A seal begins with the id of its key; an empty text is no seal. */
const isStale = ({ columns }: SealedColumns, prefix: string) =>
  sql`(${sql.join(
    columns.map((name) => sql`(${sql.ref(name)} <> '' and not starts_with(${sql.ref(name)}, ${prefix}))`),
    sql` or `,
  )})`

/** Rows that somebody holds are passed over, so that nobody waits for this and two workers do not meet; the next pass takes them. */
export async function resealPiece(
  tx: Tx,
  cipher: Cipher,
  sealed: SealedColumns,
  limit: number,
  after?: Position,
): Promise<Renewed> {
  const { table, ids, columns } = sealed
  const behind = after ? sql`(${listOf(ids)}) > (${sql.join(after)})` : sql`true`
  const { rows } = await sql<Row>`
    select ${listOf([...ids, ...columns])} from ${sql.table(table)} where ${isStale(sealed, cipher.currentPrefix)} and ${behind}
    order by ${listOf(ids)} limit ${limit} for update skip locked`.execute(tx)
  let broken = 0
  for (const row of rows) {
    const fresh = renewedOrBroken(cipher, sealed, row)
    if (fresh === undefined) broken += 1
    else
      await sql`update ${sql.table(table)} set ${sql.join(
        Object.entries(fresh).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
      )} where (${listOf(ids)}) = (${sql.join(ids.map((id) => row[id]))})`.execute(tx)
  }
  const last = rows.at(-1)
  const next = last && rows.length === limit ? ids.map((id) => last[id]) : undefined
  return { renewed: rows.length - broken, broken, next }
}

function renewedOrBroken(cipher: Cipher, sealed: SealedColumns, row: Row): Row | undefined {
  try {
    return sealed.renew(cipher, row)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** How many values lie under each key, by its id. */
export async function countByKey(tx: Tx, { table, columns }: SealedColumns): Promise<Map<string, number>> {
  const values = sql.join(
    columns.map(
      (name) =>
        sql`select left(${sql.ref(name)}, 8) as id from ${sql.table(table)} where ${sql.ref(name)} <> ''`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count(*)::float8 as count from (${values}) s group by id`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
