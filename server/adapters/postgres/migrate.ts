// Brings a database to the newest schema: each file of migrations/ once, in order, and safe to be cut off, blocked or run twice at once.

import type pg from 'pg'
import { installJobs } from '../jobs/install-jobs.ts'
import { StartProblem } from '../start-problem.ts'
import { grantAppRights, refuseUnfitUser } from './app-rights.ts'
import { clientsOf } from './connection-pool.ts'
import { codeOf, explainConnection } from './explain-connection.ts'
import { MIGRATIONS_FOLDER, type Migration, numberOf, readMigrations } from './migration-files.ts'
import { takeMigrationLock } from './migration-lock.ts'
import { applyMigration, type StepRun } from './migration-steps.ts'
import { DEFAULT_TIMEOUT_MS } from './time-limits.ts'

export type MigrateOptions = {
  /** The user as which the application connects, where that is not the owner; it gets the rights it needs. */
  readonly appUser?: string | undefined
  /** Whether the job queue's tables are made too. */
  readonly jobs?: boolean
  /** The setting that names the database, for messages. */
  readonly setting?: string
  readonly print?: (line: string) => void
  readonly folder?: string
  readonly anotherMs?: number
  readonly lookEveryMs?: number
  readonly lockTimeoutMs?: number
  readonly attempts?: number
  readonly pauseMs?: number
}

const PATIENCE = {
  anotherMs: 600_000,
  lookEveryMs: 1_000,
  lockTimeoutMs: 3_000,
  attempts: 40,
  pauseMs: 2_000,
}

export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  const { print = () => undefined, folder = MIGRATIONS_FOLDER, jobs = true, ...more } = options
  const { appUser, setting = 'DATABASE_URL', ...patience } = more
  const given = { ...PATIENCE, ...patience }
  const holder = await connect(databaseUrl, setting)
  const observer = await connect(databaseUrl, setting)
  try {
    const lock = await takeMigrationLock({ holder: holder.client, observer: observer.client }, given, print)
    // Nothing is begun for a user who could not be given its rights.
    if (appUser !== undefined) await refuseUnfitUser(observer.client, appUser)
    const worker = await connect(databaseUrl, setting)
    try {
      await migrateUnderLock(
        { client: worker.client, lock, print, ...given },
        readMigrations(folder),
        holder.lost,
      )
      if (jobs) await installJobs(databaseUrl)
      if (appUser !== undefined) await grantAppRights(worker.client, appUser)
    } finally {
      await worker.client.end()
    }
  } finally {
    // Ends the lock with its transaction, so that a pooler may keep the connection.
    await holder.client.query('rollback').catch(() => undefined)
    await holder.client.end()
    await observer.client.end()
  }
}

async function migrateUnderLock(
  run: StepRun,
  migrations: readonly Migration[],
  lost: () => boolean,
): Promise<void> {
  const { client } = run
  await beginHistory(client)
  const applied = new Map<string, string>()
  for (const row of (await client.query('select name, sha256 from schema_migrations')).rows)
    applied.set(row.name, row.sha256)
  await refuseForeignHistory(client, applied, migrations)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  const [before, after] = [[...applied.keys()].sort().at(-1), missing.at(-1)]
  // A first start makes them all, and has nothing to tell of it.
  if (before !== undefined && after !== undefined)
    run.print(`The tables are of release ${releaseIn(before)}, and are brought to ${releaseIn(after.name)}.`)
  for (const migration of missing) {
    if (lost())
      throw new StartProblem('The connection that held the lock of migrations was lost; run it again.')
    await applyMigration(run, migration)
  }
}

const releaseIn = (name: string) => name.slice(0, 4)

/** The first thing that is written: whoever may not do this owns nothing here. */
async function beginHistory(client: pg.Client): Promise<void> {
  try {
    await client.query(`begin;
    create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
    create table if not exists schema_steps (name text, step int, position bigint not null default 0, done boolean not null default false, primary key (name, step));
    commit`)
  } catch (error) {
    // No right to the schema, or none to see it.
    if (!['42501', '3F000'].includes(codeOf(error))) throw error
    throw new StartProblem(
      `The user ${client.user} may not make tables in this database: set DATABASE_OWNER_URL to the user that owns it.`,
    )
  }
}

/** A changed migration must not pass as the one applied, nor an older program take a schema that is no longer its own. */
async function refuseForeignHistory(
  client: pg.Client,
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): Promise<void> {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const newest = migrations.at(-1)?.number ?? 0
  const ahead = [...applied.keys()].filter((name) => !known.has(name)).sort()
  const foreign = ahead.find((name) => numberOf(name) <= newest)
  if (foreign !== undefined || (ahead.length > 0 && (await leastWriter(client)) > newest))
    throw new StartProblem(
      `The database has the migration ${foreign ?? ahead[0]}, which this version does not know; start a newer version.`,
    )
  for (const [name, sha256] of applied)
    if (known.has(name) && known.get(name) !== sha256)
      throw new StartProblem(
        `The migration ${name} was changed after the database had applied it; restore the file.`,
      )
}

/** A database that is ahead without this table has had migrations that nobody vouches for. */
async function leastWriter(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('public.schema_version') is not null as known",
  )
  if (!rows[0]?.known) return Number.POSITIVE_INFINITY
  const found = await client.query<{ least: number }>('select least_writer as least from schema_version')
  return found.rows[0]?.least ?? Number.POSITIVE_INFINITY
}

async function connect(
  databaseUrl: string,
  setting: string,
): Promise<{ client: pg.Client; lost: () => boolean }> {
  const { Client } = clientsOf(databaseUrl, DEFAULT_TIMEOUT_MS, 'migration')
  const client = new Client({ application_name: 'paywages migrate' })
  let lost = false
  // Without a listener a lost connection would end the whole process.
  client.on('error', () => {
    lost = true
  })
  try {
    await client.connect()
  } catch (error) {
    throw new StartProblem(explainConnection(error, setting))
  }
  return { client, lost: () => lost }
}
