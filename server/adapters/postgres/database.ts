// The one door to PostgreSQL: a pool, and transactions that stores receive as their first argument.

import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log/logger.ts'
import { type ConnectionPool, openConnectionPool } from './connection-pool.ts'
import { DatabaseUnavailable, isDiskFull, isReadOnly } from './explain-connection.ts'
import { preparing } from './prepared-statements.ts'
import { requireRead } from './reads-only.ts'
import { beginWriting, RELEASE } from './release.ts'
import type { Tables } from './tables.ts'
import { beginWith, DEFAULT_TIMEOUT_MS, timeLimits, type WorkKind } from './time-limits.ts'
import { type WriteCheck, writeCheck } from './write-check.ts'

// Money and row numbers are bigint; counts are cast to int in the queries that want numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** Queries inside one transaction; there is no way to query outside of one. */
export type Tx = Kysely<Tables>

export type Database = {
  /** Runs the work in one transaction; it is rolled back when the work throws. */
  transact<T>(work: (tx: Tx) => Promise<T>, kind?: WorkKind): Promise<T>
  /** The same for reads only; all of its queries see one moment. */
  read<T>(work: (tx: Tx) => Promise<T>, kind?: WorkKind): Promise<T>
  /**
   * For lists and look-ups that need no common moment: each query stands alone, which spares two journeys to the
   * database. A list and its count may then differ by what came in between; nothing may be decided by it, and a
   * statement that writes or locks is refused.
   */
  query<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for results too large to hold: rows flow while the transaction is open. */
  stream<T>(work: (tx: Tx) => AsyncIterable<T>): AsyncGenerator<T>
  ping(): Promise<void>
  /** In bytes, as far as the server counts it. */
  size(): Promise<number>
  /** Throws when the database does not answer within moments, only reads, or has no space. */
  requireWritable(): Promise<void>
  close(): Promise<void>
  readonly pool: pg.Pool
}

export type DatabaseOptions = {
  readonly connections?: number
  /** Off behind a pooler that hands each transaction another connection without knowing prepared statements. */
  readonly prepares?: boolean
  /** As which release it writes; this one's, unless a test stands in for another. */
  readonly release?: number
  /** What one statement of a request may take; other kinds of work have multiples of it. */
  readonly timeoutMs?: number
  /** What this process does where nothing else is said. */
  readonly kind?: WorkKind
}

/** What all ways to the database share. */
type Door = {
  readonly connections: ConnectionPool
  readonly writes: WriteCheck
  readonly prepares: boolean
  readonly release: number
  readonly timeoutMs: number
}

export function openDatabase(url: string, log: Logger, options: DatabaseOptions = {}): Database {
  const {
    connections: count = 12,
    prepares = true,
    release = RELEASE,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    kind = 'request',
  } = options
  const connections = openConnectionPool(url, log, { connections: count, timeoutMs })
  const writes = writeCheck(connections)
  const door = { connections, writes, prepares, release, timeoutMs }
  return {
    transact: (work, as = kind) => transact(door, as, work),
    read: (work, as = kind) => inTransaction(door, as, BEGIN_READ, work),
    query: (work) => onOneConnection(door, kind, work),
    stream: (work) => streamInTransaction(door, work),
    ping: async () => {
      await connections.pool.query('select 1')
    },
    size: async () => {
      const { rows } = await connections.pool.query('select pg_database_size(current_database()) as bytes')
      return Number(rows[0].bytes)
    },
    requireWritable: writes.require,
    close: connections.close,
    pool: connections.pool,
  }
}

/** The connection behind a transaction, for COPY, which the query builder does not speak. */
const clients = new WeakMap<Tx, pg.PoolClient>()

export function connectionOf(tx: Tx): pg.PoolClient {
  const client = clients.get(tx)
  if (!client) throw new Error('this is not a transaction of openDatabase')
  return client
}

const BEGIN_READ = 'begin isolation level repeatable read read only'

/** A server that turned read-only is left: another may be writable by now, or this one later. */
async function transact<T>(door: Door, kind: WorkKind, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(door, kind, beginWriting(door.release), work)
  } catch (error) {
    if (isDiskFull(error)) door.writes.noteFull()
    if (!isReadOnly(error)) throw error
    door.connections.renew()
    throw new DatabaseUnavailable('it only reads', { cause: error })
  }
}

async function inTransaction<T>(
  { connections, prepares, timeoutMs }: Door,
  kind: WorkKind,
  begin: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const held = await connections.acquire(kind)
  try {
    await held.client.query(beginWith(begin, timeLimits(kind, timeoutMs)))
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
  { connections, prepares }: Door,
  kind: WorkKind,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const held = await connections.acquire(kind)
  try {
    return await work(onConnection(held.client, prepares, requireRead))
  } finally {
    held.giveBack()
  }
}

/** Leaving the loop early ends the transaction, and its connection if that fails. */
async function* streamInTransaction<T>(
  { connections, prepares, timeoutMs }: Door,
  work: (tx: Tx) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const held = await connections.acquire('long')
  try {
    await held.client.query(beginWith(BEGIN_READ, timeLimits('long', timeoutMs)))
    yield* work(onConnection(held.client, prepares))
  } finally {
    await held.client.query('commit').catch(held.spoil)
    held.giveBack()
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
  if (!validate) clients.set(tx, client)
  return tx
}

/** True when the error is the breaking of that unique index or constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}
