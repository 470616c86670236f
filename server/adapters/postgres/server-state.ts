// What the database server tells about itself for the metrics: standbys and how far they are behind, the newest migration, jobs that wait.

import type pg from 'pg'

export type ServerState = {
  /** The number of the newest migration that was applied. */
  readonly migration: number
  readonly standbys: readonly Standby[]
  readonly queues: readonly {
    readonly queue: string
    readonly waiting: number
    readonly oldestSeconds: number
  }[]
}

/** Null where the user of the application may not read it: `grant pg_read_all_stats` lets it. */
export type Standby = {
  readonly name: string
  readonly lagSeconds: number | null
  readonly lagBytes: number | null
}

const MAX_MS = 5_000

/** Lag in time is that of the last record; a standby that has caught up has none. */
const STANDBYS = `
  select coalesce(nullif(application_name, ''), 'standby') as name,
    case when replay_lsn is null then null else coalesce(extract(epoch from replay_lag), 0)::float8 end as "lagSeconds",
    case when pg_is_in_recovery() then null else pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as "lagBytes"
  from pg_stat_replication`

const QUEUES = `
  select name as queue, count(*)::int as waiting, greatest(0, extract(epoch from now() - min(start_after)))::float8 as "oldestSeconds"
  from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`

const MIGRATION = `select coalesce(max(substring(name from '^[0-9]+')::int), 0) as migration from schema_migrations`

export async function readServerState(pool: pg.Pool): Promise<ServerState> {
  const ask = async (text: string) =>
    (await pool.query({ text, query_timeout: MAX_MS } as pg.QueryConfig)).rows
  return {
    migration: (await ask(MIGRATION))[0]?.migration ?? 0,
    standbys: await ask(STANDBYS),
    queues: await ask(QUEUES),
  }
}
