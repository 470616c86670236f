// Watches whether the database still fits this release, at the start and for as long as the process runs, and says so once when it changes.

import { type SchemaFit, type SchemaState, schemaFit } from '@paywages/domain/schema/schema-fit.ts'
import pg from 'pg'
import type { Logger } from '../log/logger.ts'
import { numberOf } from './migration-files.ts'
import { KNOWN_MIGRATIONS, RELEASE } from './release.ts'

export type SchemaWatch = {
  /** Why this release may not work on the database now, in a sentence; nothing while it fits. */
  problem(): string | undefined
  /** Looks again; when the database does not answer, what was last known stands. */
  check(): Promise<void>
}

/** A frozen database is not waited for: the next check comes soon enough. */
const MAX_MS = 3_000

const PROBLEMS: Readonly<Record<Exclude<SchemaFit, 'fits'>, (state: SchemaState) => string>> = {
  empty: () => 'The database has no tables yet; run npm run migrate.',
  'too-old': ({ applied }) =>
    `The database lacks the migration ${KNOWN_MIGRATIONS.find((number) => !applied.includes(number))} of this release (${RELEASE}); run npm run migrate.`,
  'too-new': ({ leastWriter }) =>
    `The database takes no writes from releases before ${leastWriter}, and this one is ${RELEASE}; start the newer release.`,
}

const WITHOUT_RIGHTS =
  'The user of DATABASE_URL has no rights on the tables yet; run npm run migrate with DATABASE_OWNER_URL.'

export function watchSchema(pool: pg.Pool, log: Logger): SchemaWatch {
  let problem: string | undefined = 'The schema of the database has not been checked yet.'
  let known: SchemaFit | 'without-rights' | undefined
  return {
    problem: () => problem,
    check: async () => {
      const state = await readSchemaState(pool)
      const fit = state ? schemaFit(KNOWN_MIGRATIONS, state) : 'without-rights'
      if (!state || fit === 'without-rights') problem = WITHOUT_RIGHTS
      else problem = fit === 'fits' ? undefined : PROBLEMS[fit](state)
      if (fit === known) return
      if (problem !== undefined) log.error({ release: RELEASE, fit }, problem)
      else if (known !== undefined) log.info({ release: RELEASE }, 'the schema of the database fits again')
      known = fit
    },
  }
}

const UNDEFINED_TABLE = '42P01'
const NO_RIGHT = '42501'

/** Nothing where the tables may not be read: their owner has not granted it yet. */
async function readSchemaState(pool: pg.Pool): Promise<SchemaState | undefined> {
  const ask = async (text: string) =>
    (await pool.query({ text, query_timeout: MAX_MS } as pg.QueryConfig)).rows
  try {
    const applied = (await ask('select name from schema_migrations')).map(({ name }) => numberOf(name))
    // Earlier than migration 0021 there is none, and nobody is refused.
    const [least] = await ask('select least_writer from schema_version').catch(withoutTable)
    return { applied, leastWriter: least?.least_writer ?? 0 }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_RIGHT) return undefined
    withoutTable(error)
    return { applied: [], leastWriter: 0 }
  }
}

function withoutTable(error: unknown): never[] {
  if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
  throw error
}
