// The one door to PostgreSQL: a pool, and transactions that stores receive as their first argument.

import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log/logger.ts'
import { spanningStatements } from '../tracing/statement-span.ts'
import { commit } from './commit.ts'
import { type ConnectionPool, openConnectionPool } from './connection-pool.ts'
import { DatabaseUnavailable, isDiskFull, isReadOnly } from './explain-connection.ts'
import { pipelined } from './pipelined.ts'
import { preparing } from './prepared-statements.ts'
import { requireRead } from './reads-only.ts'
import { beginWriting, RELEASE } from './release.ts'
import type { Tables } from './tables.ts'
import { beginWith, DEFAULT_TIMEOUT_MS, timeLimits, type WorkKind } from './time-limits.ts'
import { type RunStatement, txOnConnection } from './tx-on-connection.ts'
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
   * For lists and look-ups that need no common moment: each query stands alone, which spares two round trips to the
   * database. A list and its count may then differ by what came in between; nothing may be decided by it, and a
   * statement that writes or locks is refused. Those that are asked at once (Promise.all) travel together.
   */
  query<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for results too large to hold: rows flow while the transaction is open, and `beside` asks meanwhile. */
  stream<T>(work: (tx: Tx, beside: Beside) => AsyncIterable<T>): AsyncGenerator<T>
  ping(): Promise<void>
  /** In bytes, as far as the server counts it. */
  size(): Promise<number>
  /** Throws when the database does not answer within moments, only reads, or has no space. */
  requireWritable(): Promise<void>
  close(): Promise<void>
  readonly pool: pg.Pool
}

/**
 * Reads the very moment that a stream reads, on another connection, so that it need not wait for the rows. To be asked before they flow: it
 * takes its moment from the stream's own connection. The stream ends no sooner than what was asked, whether anybody waits for it or not.
 */
export type Beside = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export type DatabaseOptions = {
  readonly connections?: number
  /** Off behind a pooler that hands each transaction another connection without knowing prepared statements. */
  readonly prepares?: boolean
  /** As which release it writes; this one's, unless a test stands in for another. */
  readonly release?: number
  /** What one statement of a request may take; other kinds of work have multiples of it. */
  readonly timeoutMs?: number
  /** How long one waits for a free connection. */
  readonly connectMs?: number
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
    connectMs,
    kind = 'request',
  } = options
  const connections = openConnectionPool(url, log, {
    connections: count,
    timeoutMs,
    ...(connectMs !== undefined && { connectMs }),
  })
  const writes = writeCheck(connections)
  const door = { connections, writes, prepares, release, timeoutMs }
  return {
    transact: (work, as = kind) => transact(door, as, work),
    read: (work, as = kind) => readTogether(door, as, work),
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

/** The connection behind `transact` or `stream`, for COPY, which the query builder does not speak. */
const clients = new WeakMap<Tx, pg.PoolClient>()

export function connectionOf(tx: Tx): pg.PoolClient {
  const client = clients.get(tx)
  if (!client) throw new Error('this is not a transaction that can copy: use transact or stream')
  return client
}

/** Whether there is one: `read` sends its questions together and has none to lend. */
export const canCopy = (tx: Tx): boolean => clients.has(tx)

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
    await commit(held.client)
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
  const { run, end } = pipelined(held.client, running(held.client, prepares))
  try {
    return await work(
      txOnConnection((text, values) => {
        requireRead(text)
        return run(text, values)
      }),
    )
  } finally {
    await end()
    held.giveBack()
  }
}

/** Nothing hangs on how it ends: the first question goes with the beginning, and the answer does not wait for the end. */
async function readTogether<T>(
  { connections, prepares, timeoutMs }: Door,
  kind: WorkKind,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const held = await connections.acquire(kind)
  const { run, end } = pipelined(held.client, running(held.client, prepares))
  const begun = held.client.query(beginWith(BEGIN_READ, timeLimits(kind, timeoutMs)))
  begun.catch(() => undefined)
  try {
    const result = await work(txOnConnection(run))
    await begun
    return result
  } finally {
    const ended = held.client.query('commit').catch(held.spoil)
    void ended.then(end).then(held.giveBack)
  }
}

/** Leaving the loop early ends the transaction, and its connection if that fails. */
async function* streamInTransaction<T>(
  door: Door,
  work: (tx: Tx, beside: Beside) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const held = await door.connections.acquire('long')
  const asked: Promise<unknown>[] = []
  const beside: Beside = (other) => {
    const answer = atSameMoment(door, held.client, other)
    // Its error is told to whoever waits for the answer.
    asked.push(answer.catch(() => undefined))
    return answer
  }
  try {
    await held.client.query(beginWith(BEGIN_READ, timeLimits('long', door.timeoutMs)))
    yield* work(onConnection(held.client, door.prepares), beside)
  } finally {
    // The moment is lent for as long as this transaction lasts.
    await Promise.all(asked)
    await held.client.query('commit').catch(held.spoil)
    held.giveBack()
  }
}

async function atSameMoment<T>(door: Door, client: pg.PoolClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  const moment = client.escapeLiteral(rows[0]?.name ?? '')
  return inTransaction(door, 'long', `${BEGIN_READ}; set transaction snapshot ${moment}`, work)
}

function onConnection(client: pg.PoolClient, prepares: boolean): Tx {
  const tx = txOnConnection(running(client, prepares))
  clients.set(tx, client)
  return tx
}

function running(client: pg.PoolClient, prepares: boolean): RunStatement {
  return spanningStatements((prepares ? preparing(client) : client.query.bind(client)) as RunStatement)
}

/** True when the error is the breaking of that unique index or constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}
