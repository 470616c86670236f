// The one door to PostgreSQL: a pool, and transactions that stores receive as their first argument.

import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log/logger.ts'
import type { Tables } from './tables.ts'

// Money and row numbers are bigint; counts are cast to int in the queries that want numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

export type Tx = Transaction<Tables>

export type Database = {
  /** Runs the work in one transaction; it is rolled back when the work throws. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for reads only; all of its queries see one moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
  readonly pool: pg.Pool
}

export function openDatabase(url: string, log: Logger, maxConnections = 12): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'paywages',
  })
  // Without a listener, a database restart would end the process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    transact: (work) => kysely.transaction().execute(work),
    read: (work) =>
      kysely.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(work),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => kysely.destroy(),
    pool,
  }
}

/** True when the error is the breaking of that unique index or constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}
