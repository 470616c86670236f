// The query builder on one connection that is held anyway: without a pool of its own, and made anew for every transaction at next to no cost.

import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** Runs one statement on the held connection. */
export type RunStatement = (text: string, values: unknown[]) => Promise<pg.QueryResult>

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const driver = new DummyDriver()
const unused = async () => {
  throw new Error('a transaction takes no further connections')
}
const dialect = new PostgresDialect({ pool: unused })
const config = { dialect }

export function txOnConnection(run: RunStatement): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: <Row>({ sql, parameters }: CompiledQuery) =>
      run(sql, parameters as unknown[]).then((result) => resultOf<Row>(result)),
    streamQuery: () => {
      throw new Error('large results are read with a cursor (cursor.ts)')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  return new Kysely<Tables>({ config, dialect, driver, executor })
}

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return COUNTED.has(command)
    ? { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as Row[] }
    : { rows: rows as Row[] }
}
