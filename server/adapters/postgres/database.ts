// The one door to PostgreSQL: a pool, and transactions that stores receive as their first argument.

import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log/logger.ts'
import { isFull, preparing } from './prepared-statements.ts'
import { requireRead } from './reads-only.ts'
import { beginWriting, RELEASE } from './release.ts'
import type { Tables } from './tables.ts'

// Money and row numbers are bigint; counts are cast to int in the queries that want numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** Queries inside one transaction; there is no way to query outside of one. */
export type Tx = Kysely<Tables>

export type Database = {
  /** Runs the work in one transaction; it is rolled back when the work throws. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for reads only; all of its queries see one moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * For lists and look-ups that need no common moment: each query stands alone, which spares two journeys to the
   * database. A list and its count may then differ by what came in between; nothing may be decided by it, and a
   * statement that writes or locks is refused.
   */
  query<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for results too large to hold: rows flow while the transaction is open. */
  stream<T>(work: (tx: Tx) => AsyncIterable<T>): AsyncGenerator<T>
  ping(): Promise<void>
  close(): Promise<void>
  readonly pool: pg.Pool
}

export type DatabaseOptions = {
  readonly connections?: number
  /** Off behind a pooler that hands each transaction another connection without knowing prepared statements. */
  readonly prepares?: boolean
  /** As which release it writes; this one's, unless a test stands in for another. */
  readonly release?: number
}

export function openDatabase(url: string, log: Logger, options: DatabaseOptions = {}): Database {
  const { connections = 12, prepares = true, release = RELEASE } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'paywages',
  })
  // Without a listener, a database restart would end the process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  return {
    transact: (work) => inTransaction(pool, prepares, beginWriting(release), work),
    read: (work) => inTransaction(pool, prepares, BEGIN_READ, work),
    query: (work) => onOneConnection(pool, prepares, work),
    stream: (work) => streamInTransaction(pool, prepares, work),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
    pool,
  }
}

/** The connection behind a transaction, for COPY, which the query builder does not speak. */
const connections = new WeakMap<Tx, pg.PoolClient>()

export function connectionOf(tx: Tx): pg.PoolClient {
  const client = connections.get(tx)
  if (!client) throw new Error('this is not a transaction of openDatabase')
  return client
}

const BEGIN_READ = 'begin isolation level repeatable read read only'

async function inTransaction<T>(
  pool: pg.Pool,
  prepares: boolean,
  begin: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const held = await acquireConnection(pool)
  try {
    await held.client.query(begin)
    const result = await work(onConnection(held.client, prepares))
    await held.client.query('commit')
    return result
  } catch (error) {
    await held.client.query('rollback').catch(held.spoil)
    throw error
  } finally {
    held.giveBack()
  }
}

async function onOneConnection<T>(
  pool: pg.Pool,
  prepares: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const held = await acquireConnection(pool)
  try {
    return await work(onConnection(held.client, prepares, requireRead))
  } finally {
    held.giveBack()
  }
}

/** Leaving the loop early ends the transaction, and its connection if that fails. */
async function* streamInTransaction<T>(
  pool: pg.Pool,
  prepares: boolean,
  work: (tx: Tx) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const held = await acquireConnection(pool)
  try {
    await held.client.query(BEGIN_READ)
    yield* work(onConnection(held.client, prepares))
  } finally {
    await held.client.query('commit').catch(held.spoil)
    held.giveBack()
  }
}

type PooledConnection = { readonly client: pg.PoolClient; spoil(error: Error): void; giveBack(): void }

/** A connection that broke while it was held, or has no place for statements left, does not go back to the pool. */
async function acquireConnection(pool: pg.Pool): Promise<PooledConnection> {
  const client = await pool.connect()
  let broken: Error | undefined
  // One that dies between two queries tells it here; the next query fails.
  const spoil = (error: Error) => {
    broken = error
  }
  client.on('error', spoil)
  return {
    client,
    spoil,
    giveBack: () => {
      client.off('error', spoil)
      client.release(broken ?? isFull(client))
    },
  }
}

function onConnection(client: pg.PoolClient, prepares: boolean, validate?: (statement: string) => void): Tx {
  const run = (prepares ? preparing(client) : client.query.bind(client)) as (...asked: unknown[]) => unknown
  const validated = (...asked: unknown[]) => {
    validate?.(String(asked[0]))
    return run(...asked)
  }
  const held: PostgresPoolClient = {
    query: (validate ? validated : run) as unknown as PostgresPoolClient['query'],
    release: () => undefined,
  }
  const pool = { connect: async () => held, end: async () => undefined, options: {} }
  const tx = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // COPY would pass the validation by.
  if (!validate) connections.set(tx, client)
  return tx
}

/** True when the error is the breaking of that unique index or constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}
