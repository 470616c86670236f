// Brings a database to the newest schema: each file of migrations/ once, in order, one transaction a file.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartProblem } from '../start-problem.ts'
import { clientsOf } from './connection-pool.ts'
import { explainConnection } from './explain-connection.ts'
import { DEFAULT_TIMEOUT_MS } from './time-limits.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
/** Any fixed number: it keeps two starting servers from migrating at once. */
const LOCK = 7_294_001

type Migration = { readonly name: string; readonly sql: string; readonly sha256: string }

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

export async function migrate(databaseUrl: string): Promise<void> {
  const { Client } = clientsOf(databaseUrl, DEFAULT_TIMEOUT_MS, 'long')
  const client = new Client()
  try {
    await client.connect()
  } catch (error) {
    throw new StartProblem(explainConnection(error))
  }
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const applied = new Map<string, string>()
    for (const row of (await client.query('select name, sha256 from schema_migrations')).rows) {
      applied.set(row.name, row.sha256)
    }
    const migrations = await readMigrations()
    refuseForeignHistory(applied, migrations)
    for (const migration of migrations.filter(({ name }) => !applied.has(name)))
      await apply(client, migration)
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${migration.name} failed`, { cause: error })
  }
}

/** An older program must not write into a newer schema, nor a changed migration pass as the one applied. */
function refuseForeignHistory(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of applied) {
    if (!known.has(name))
      throw new StartProblem(
        `The database has the migration ${name}, which this version does not know; start a newer version.`,
      )
    if (known.get(name) !== sha256)
      throw new StartProblem(
        `The migration ${name} was changed after the database had applied it; restore the file.`,
      )
  }
}
