/** Copies all rows of one database into another of the same schema, in one transaction there: all of it, or nothing. */
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { StartProblem } from '../start-problem.ts'
import { administratorUrl } from './release.ts'

type Table = { readonly name: string; readonly columns: string }

/** Tables of ours; those of migrations are made by migrating, those of the job queue by the next worker. */
const TABLES = `
  select c.oid::regclass::text as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'schema\\_%' order by 1`

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`

const SEQUENCES = `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
  from pg_sequences where schemaname = 'public' and last_value is not null`

/** `source` and `target` are addresses of the owners. The product must not run on either. */
export async function copyDatabase(
  source: string,
  target: string,
  print: (line: string) => void,
): Promise<{ readonly tables: number; readonly rows: number }> {
  const [reading, writing] = [new pg.Client(source), new pg.Client(administratorUrl(target))]
  for (const client of [reading, writing]) client.on('error', () => undefined)
  try {
    await Promise.all([reading.connect(), writing.connect()])
    await reading.query('begin isolation level repeatable read read only')
    await writing.query('begin')
    const tables = await sameTables(reading, writing)
    await refuseUsed(writing)
    await makeMonths(reading, writing)
    const restoreKeys = await dropForeignKeys(writing)
    const guarded = [...tables.map(({ name }) => name), ...(await partitionsOf(writing))]
    for (const name of guarded) await writing.query(`alter table ${name} disable trigger user`)
    await writing.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    let rows = 0
    for (const table of tables) rows += await copyTable(reading, writing, table, print)
    await copySequences(reading, writing)
    for (const name of guarded) await writing.query(`alter table ${name} enable trigger user`)
    await restoreKeys()
    await writing.query('commit')
    await writing.query('analyze')
    return { tables: tables.length, rows }
  } finally {
    await Promise.all([reading, writing].map((client) => client.end().catch(() => undefined)))
  }
}

async function sameTables(reading: pg.Client, writing: pg.Client): Promise<Table[]> {
  const [here, there] = [await reading.query<Table>(TABLES), await writing.query<Table>(TABLES)]
  if (JSON.stringify(here.rows) !== JSON.stringify(there.rows))
    throw new StartProblem('The two databases have different tables: migrate both with this release.')
  return here.rows
}

/** Rows that no database is without once somebody works on it. */
const EVERY_DATABASE_HAS = 'accounts'

const PARTITIONS = `
  select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhrelid
  where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by 1`

async function partitionsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(PARTITIONS)
  return rows.map(({ name }) => name)
}

/** Entries of the audit log go to the month they were in, however long ago (ADR 152). */
async function makeMonths(reading: pg.Client, writing: pg.Client): Promise<void> {
  for (const name of await partitionsOf(reading)) {
    const month = /^audit_entries_(\d{6})$/.exec(name)?.[1]
    if (month !== undefined) await writing.query('select make_audit_month($1::int)', [month])
  }
}

/** Somebody's work must not be truncated. */
async function refuseUsed(writing: pg.Client): Promise<void> {
  const { rows } = await writing.query(`select from ${EVERY_DATABASE_HAS} limit 1`)
  if (rows.length > 0)
    throw new StartProblem('The database to move to has accounts already: it must be an empty one.')
}

async function dropForeignKeys(writing: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await writing.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS)
  for (const { table, name } of rows) await writing.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await writing.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

async function copyTable(
  reading: pg.Client,
  writing: pg.Client,
  { name, columns }: Table,
  print: (line: string) => void,
): Promise<number> {
  await pipeline(
    reading.query(to(`copy (select ${columns} from ${name}) to stdout (format binary)`)),
    writing.query(from(`copy ${name} (${columns}) from stdin (format binary)`)),
  )
  const digest = `select count(*)::int as count, coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text as digest from ${name}`
  const [here, there] = [await reading.query(digest), await writing.query(digest)]
  const [one, other] = [here.rows[0], there.rows[0]]
  if (one.count !== other.count || one.digest !== other.digest)
    throw new Error(`${name} is not the same in both databases`)
  if (one.count > 0) print(`${name}: ${one.count} rows, the same in both`)
  return one.count
}

async function copySequences(reading: pg.Client, writing: pg.Client): Promise<void> {
  const { rows } = await reading.query<{ name: string; last: string }>(SEQUENCES)
  for (const { name, last } of rows)
    await writing.query('select setval($1::regclass, $2::bigint)', [name, last])
}
