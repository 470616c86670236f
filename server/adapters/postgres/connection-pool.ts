// The connections of one process: lent by kind of work, and dropped once their server froze, broke or only reads.

import pg from 'pg'
import type { Logger } from '../log/logger.ts'
import { openSlots } from '../threads/slots.ts'
import { chooseServer } from './choose-server.ts'
import { parseDatabaseUrl } from './database-address.ts'
import { DatabaseUnavailable } from './explain-connection.ts'
import { type GuardedClient, guardedClient } from './guarded-client.ts'
import { isFull } from './prepared-statements.ts'
import { askAfterMs, CONNECT_MS, DEFAULT_TIMEOUT_MS, silenceOf, type WorkKind } from './time-limits.ts'

export type ConnectionPool = {
  readonly pool: pg.Pool
  acquire(kind: WorkKind): Promise<HeldConnection>
  /** One that no amount of work keeps busy, for a question that must be answered quickly. */
  acquireForProbe(limitMs: number): Promise<HeldConnection>
  /** None of the present connections is lent again, and the server is chosen anew. */
  renew(): void
  close(): Promise<void>
}

export type HeldConnection = {
  readonly client: pg.PoolClient
  spoil(error: Error): void
  giveBack(): void
}

/** Each holds its connection for as long as its sheet is read: they have their own, so that lists never wait for one of them. */
export const UPLOADS_AT_ONCE = 4

export type PoolOptions = {
  readonly connections: number
  readonly timeoutMs: number
  /** How long one waits for a free connection, or for a new one. */
  readonly connectMs?: number
  readonly name?: string
}

export function openConnectionPool(url: string, log: Logger, options: PoolOptions): ConnectionPool {
  const { connections, timeoutMs, connectMs = CONNECT_MS, name = 'paywages' } = options
  const { Client, choice } = clientsOf(url, timeoutMs)
  const usual = {
    Client,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    application_name: name,
  }
  const pool = new pg.Pool({ ...usual, max: connections } as pg.PoolConfig)
  const probes = new pg.Pool({ ...usual, max: 1 } as pg.PoolConfig)
  const uploads = new pg.Pool({ ...usual, max: UPLOADS_AT_ONCE } as pg.PoolConfig)
  // Behind a sheet that is being read one waits for minutes, for a new connection only for seconds.
  const uploadTurn = openSlots(UPLOADS_AT_ONCE)
  let newest = 0
  const renew = () => {
    newest += 1
    choice.forget()
  }
  const generations = new WeakMap<pg.PoolClient, number>()
  for (const one of [pool, probes, uploads]) {
    one.on('connect', (client) => generations.set(client, newest))
    // Without a listener, a database restart would end the process.
    one.on('error', (error) => {
      choice.forget()
      log.warn({ reason: error.message }, 'an idle database connection was lost')
    })
  }
  async function acquire(from: pg.Pool, silenceMs: number): Promise<HeldConnection> {
    for (;;) {
      const client = await from.connect()
      if (generations.get(client) !== newest) {
        client.release(true)
        continue
      }
      ;(client as unknown as GuardedClient).patience = { silenceMs, askAfterMs: askAfterMs(timeoutMs) }
      return held(client, renew)
    }
  }
  async function acquireForUpload(): Promise<HeldConnection> {
    const end = await uploadTurn()
    try {
      const own = await acquire(uploads, silenceOf('upload', timeoutMs))
      return {
        ...own,
        giveBack: () => {
          own.giveBack()
          end()
        },
      }
    } catch (error) {
      end()
      throw error
    }
  }
  return {
    pool,
    acquire: (kind) => (kind === 'upload' ? acquireForUpload() : acquire(pool, silenceOf(kind, timeoutMs))),
    acquireForProbe: (limitMs) => acquire(probes, limitMs),
    renew,
    close: async () => {
      await Promise.all([pool.end(), probes.end(), uploads.end()])
    },
  }
}

/** The class of the connections to an address, and the choice of the server that they share. */
export function clientsOf(
  url: string,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
  kind: WorkKind | 'migration' = 'request',
) {
  const address = parseDatabaseUrl(url)
  if (address === undefined) throw new Error('DATABASE_URL is no address of a PostgreSQL server')
  const choice = chooseServer(address)
  const patience = { silenceMs: silenceOf(kind, timeoutMs), askAfterMs: askAfterMs(timeoutMs) }
  return { Client: guardedClient(choice, address.connectionString, patience), choice }
}

/** A connection that broke while it was held, or has no place for statements left, does not go back to the pool. */
function held(client: pg.PoolClient, renew: () => void): HeldConnection {
  let broken: Error | undefined
  // One that dies between two queries tells it here; the next query fails.
  const spoil = (error: Error) => {
    broken ??= error
    // Its server is silent: the others to the same server would be found so one by one, each after its own wait.
    if (error instanceof DatabaseUnavailable) renew()
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
