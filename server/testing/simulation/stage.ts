// A database that many seeds share one after the other, and a second way into it that shows only what the last seed wrote.

import { sql } from 'kysely'
import { type Database, openDatabase, type Tx } from '../../adapters/postgres/database.ts'
import { openTestServices, type TestServices } from '../test-services.ts'

export type Stage = {
  readonly services: TestServices
  /** The product's own proofs run here unchanged, on views of the same names over this seed's rows. */
  readonly scoped: Database
  close(): Promise<void>
}

/** Seconds, so that a storm of some minutes sees leases end, windows pass and people called. */
const SETTINGS = {
  TRANSFER_LEASE_SECONDS: '30',
  TRANSFER_RESEND_AFTER_SECONDS: '40',
  TRANSFER_MANUAL_AFTER_SECONDS: '400',
  // Each connection loads its catalogue and plans every statement for itself; so many work at once as the storm ever wants.
  DATABASE_CONNECTIONS: '4',
}

const DATABASE_SETTINGS = {
  // Whoever waits for a lock that nobody gives back fails, rather than everybody standing still.
  lock_timeout: '20s',
  // Statements are planned while tables are empty, and every seed leaves its rows: what then reads whole tables reads all seeds before.
  enable_seqscan: 'off',
} as const

export async function openStage(serverUrl?: string): Promise<Stage> {
  const services = await openTestServices({
    settings: SETTINGS,
    ...(serverUrl === undefined ? {} : { serverUrl }),
  })
  for (const [name, value] of Object.entries(DATABASE_SETTINGS)) {
    // Connections that are open already keep what they were opened with.
    for (const pool of [services.database.pool, services.admin]) await pool.query(`set ${name} = '${value}'`)
    await services.admin.query(
      `do $$ begin execute format('alter database %I set ${name} = %L', current_database(), '${value}'); end $$`,
    )
  }
  await services.query(VIEWS)
  await services.query(INDEXES)
  const url = new URL(services.home.ownerUrl)
  url.searchParams.set('options', '-c search_path=scoped,public')
  const scoped = openDatabase(url.href, services.log, { connections: 1 })
  return {
    services,
    scoped,
    close: async () => {
      await scoped.close()
      await services.close()
    },
  }
}

/** By what a seed's rows are told from those of earlier ones: everything after it. */
const MARKS = {
  provider: 'select max(provider_id) from providers',
  // Leases bear numbers of events as well.
  event: 'select case when is_called then last_value end from transfer_events_event_id_seq',
  batch: 'select max(batch_id) from payout_batches',
  reversal: 'select max(reversal_id) from recharge_reversals',
} as const

type Mark = keyof typeof MARKS
export type Marks = Readonly<Record<Mark, string>>

const SCOPED: readonly (readonly [table: string, column: string, mark: Mark])[] = [
  ['ledger_balances', 'provider_id', 'provider'],
  ['ledger_postings', 'provider_id', 'provider'],
  ['ledger_settlements', 'provider_id', 'provider'],
  ['ledger_lines', 'provider_id', 'provider'],
  ['fund_days', 'provider_id', 'provider'],
  ['fund_subjects', 'provider_id', 'provider'],
  ['transfers', 'provider_id', 'provider'],
  ['current_transfers', 'provider_id', 'provider'],
  ['row_transfers', 'provider_id', 'provider'],
  ['transfer_events', 'event_id', 'event'],
  ['transfer_steps', 'event_id', 'event'],
  ['transfer_queues', 'batch_id', 'batch'],
  ['payout_batches', 'batch_id', 'batch'],
  ['payout_rows', 'provider_id', 'provider'],
  ['payout_lines', 'provider_id', 'provider'],
  ['payout_days', 'provider_id', 'provider'],
  ['payout_approvals', 'batch_id', 'batch'],
  ['recharges', 'provider_id', 'provider'],
  ['recharge_reversals', 'reversal_id', 'reversal'],
]

const VIEWS = `create schema scoped; ${SCOPED.map(
  ([table, column, mark]) =>
    `create view scoped.${table} as select * from public.${table} where ${column} > current_setting('simulation.${mark}')::bigint`,
).join('; ')}`

/**
 * Which events are new, as the watchdog asks after every commit: else it reads those of all seeds each time. And a file is found by its key,
 * rather than among all files of all seeds that nobody attached: nothing sweeps them here.
 */
const INDEXES = `drop index files_unattached;
  create index on transfer_events (event_id);
  create index on transfer_leases ((greatest(sent_event_id, answered_event_id)))`

/** Where the tables end now. */
export async function readMarks(services: TestServices): Promise<Marks> {
  const columns = Object.entries(MARKS).map(([mark, last]) => `coalesce((${last}), 0)::text as ${mark}`)
  const [marks] = await services.query<Marks>(`select ${columns.join(', ')}`)
  if (!marks) throw new Error('no marks')
  return marks
}

export function readScoped<T>(stage: Stage, marks: Marks, work: (tx: Tx) => Promise<T>): Promise<T> {
  return stage.scoped.read(async (tx) => {
    const settings = Object.entries(marks).map(
      ([mark, value]) => sql`set_config(${`simulation.${mark}`}, ${value}, true)`,
    )
    await sql`select ${sql.join(settings)}`.execute(tx)
    return work(tx)
  })
}
