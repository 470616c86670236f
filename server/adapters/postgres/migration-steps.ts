// Runs the steps of one migration so that it can be cut off anywhere and taken up again, and waits politely for locks.

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { reasonOf, StartProblem } from '../start-problem.ts'
import type { Migration, MigrationStep } from './migration-files.ts'
import type { MigrationLock } from './migration-lock.ts'
import { NEWEST, RELEASE_SETTING } from './release.ts'

export type StepRun = {
  readonly client: pg.Client
  readonly lock: MigrationLock
  readonly print: (line: string) => void
  /** How long a statement may stand in the queue for a lock, where it holds up everybody behind it. */
  readonly lockTimeoutMs: number
  /** How often a step that got no lock is tried. */
  readonly attempts: number
  readonly pauseMs: number
}

const PROGRESS_EVERY_MS = 10_000

const beginning = ({ lockTimeoutMs }: StepRun): string =>
  `begin; set local lock_timeout = ${lockTimeoutMs}; set local ${RELEASE_SETTING} = ${NEWEST}`

export async function applyMigration(run: StepRun, migration: Migration): Promise<void> {
  try {
    const [only, ...others] = migration.steps
    if (only?.kind === 'transaction' && others.length === 0) return await applyAtOnce(run, migration, only)
    // Whoever may no longer write stops before the first step, not after the last.
    await inTransaction(run, migration, () => raiseLeastWriter(run.client, migration))
    for (const [index, step] of migration.steps.entries()) await applyStep(run, migration, index, step)
    await inTransaction(run, migration, async () => {
      await run.client.query('delete from schema_steps where name = $1', [migration.name])
      await finish(run.client, migration)
    })
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new Error(`migration ${migration.name} failed: ${reasonOf(error)}`, { cause: error })
  }
}

function applyAtOnce(run: StepRun, migration: Migration, step: MigrationStep): Promise<void> {
  return inTransaction(run, migration, async () => {
    await raiseLeastWriter(run.client, migration)
    await run.client.query(step.sql)
    await finish(run.client, migration)
  })
}

async function applyStep(
  run: StepRun,
  migration: Migration,
  index: number,
  step: MigrationStep,
): Promise<void> {
  const { client } = run
  const at = [migration.name, index] as const
  const { rows } = await client.query<{ done: boolean }>(
    'select done from schema_steps where name = $1 and step = $2',
    [...at],
  )
  if (rows[0]?.done) return
  if (step.kind === 'batches') return applyBatches(run, migration, index, step)
  if (step.kind === 'index') await buildIndex(run, migration, step)
  await inTransaction(run, migration, async () => {
    if (step.kind === 'transaction') await client.query(step.sql)
    await client.query('insert into schema_steps (name, step, done) values ($1, $2, true)', [...at])
  })
}

/** What a killed build left behind is invalid: it is never used, but costs every write. */
async function buildIndex(run: StepRun, migration: Migration, step: MigrationStep): Promise<void> {
  const { client, lock, print } = run
  const name = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+([\w."]+)\s+on\b/im.exec(step.sql)?.[1]
  if (name === undefined) throw new Error('an index step is one "create index concurrently NAME on …"')
  const found = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (found.rows[0]?.valid) return
  if (found.rows[0]) await client.query(`drop index concurrently ${name}`)
  print(`${migration.name}: building ${name} while everything goes on.`)
  const backend = await backendOf(client)
  await lock.watching(backend, migration.name, client.query(step.sql))
}

/** Position and rows are committed together: no batch is done twice, and none left out. */
async function applyBatches(
  run: StepRun,
  migration: Migration,
  index: number,
  step: MigrationStep,
): Promise<void> {
  const { client, print } = run
  const at = [migration.name, index] as const
  let told = Date.now()
  for (let done = false; !done; ) {
    await inTransaction(run, migration, async () => {
      await client.query('insert into schema_steps (name, step) values ($1, $2) on conflict do nothing', [
        ...at,
      ])
      const before = await client.query<{ position: bigint }>(
        'select position from schema_steps where name = $1 and step = $2 for update',
        [...at],
      )
      const batch = await client.query<{ position: unknown }>(step.sql, [before.rows[0]?.position ?? 0])
      const position = batch.rows[0]?.position ?? null
      done = position === null
      if (done)
        await client.query('update schema_steps set done = true where name = $1 and step = $2', [...at])
      else
        await client.query('update schema_steps set position = $3 where name = $1 and step = $2', [
          ...at,
          position,
        ])
      if (Date.now() - told < PROGRESS_EVERY_MS) return
      told = Date.now()
      print(`${migration.name}: filled up to ${position}.`)
    })
  }
}

/** Everybody who writes holds a lock on the table until they end; so this waits for them, and they are refused afterwards. */
async function raiseLeastWriter(client: pg.Client, { leastWriter }: Migration): Promise<void> {
  if (leastWriter === undefined) return
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('public.schema_version') is not null as known",
  )
  if (!rows[0]?.known) return
  await client.query('lock table schema_version in access exclusive mode')
  await client.query('update schema_version set least_writer = greatest(least_writer, $1)', [leastWriter])
}

async function finish(client: pg.Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regproc('public.guard_tables') is not null as known",
  )
  if (rows[0]?.known) await client.query('select guard_tables()')
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** Gives way when it gets no lock in time: whoever waits behind it goes first, then it tries again. */
async function inTransaction(run: StepRun, migration: Migration, work: () => Promise<void>): Promise<void> {
  const { client, lock, print, attempts, pauseMs } = run
  for (let attempt = 1; ; attempt++) {
    await client.query(beginning(run))
    try {
      const working = backendOf(client).then((backend) => lock.watching(backend, migration.name, work()))
      await working
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!gotNoLock(error)) throw error
      if (attempt >= attempts)
        throw new StartProblem(
          `The migration ${migration.name} got no lock; it waited for ${lock.lastBlockers() || 'others'}. Nothing of this step was changed: end that connection or choose a quieter hour, then run it again.`,
        )
      print(`${migration.name} lets the others go first and tries again.`)
      await pause(pauseMs)
    }
  }
}

function gotNoLock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK)
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
