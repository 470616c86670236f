/** The settings every embedded PostgreSQL is started with, as command-line arguments so that no file can drift from them. */
import { totalmem } from 'node:os'

const always = {
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Nothing a person typed may reach the log: statements, parameters, DETAIL lines ("Key (id)=(…) exists") and the
  // ERROR lines themselves ("invalid input syntax …: "…"") all quote values, so only LOG, FATAL and PANIC pass, tersely.
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} as const

const durable = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  // Each checkpoint makes every page it touched be written whole again: every quarter of an hour is enough, and 2 GB of
  // log are replayed in seconds after a kill. The log is not compressed: on two cores the processor is what is short.
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  // Disks without moving heads.
  random_page_cost: '1.1',
  // Which statements take the time, by their text without values; see docs/OPERATIONS.md. COPY and other commands may hold values.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
  // Whether WAL is archived is decided by a folder beside the cluster, so that the first backup needs no restart: while it is there,
  // each finished segment is laid into it whole, and taken away to where the backups are (server/adapters/backup).
  archive_mode: 'on',
  archive_command:
    'test ! -d ../wal || test -f ../wal/%f || (cp %p ../wal/%f.part && sync ../wal/%f.part && mv ../wal/%f.part ../wal/%f)',
  archive_timeout: '5min',
} as const

const MEGABYTE = 1024 * 1024

/** The product runs on the same machine, so that the server takes less of its memory than one with a machine of its own. */
export function memorySettings(memoryBytes: number) {
  const memory = Math.floor(memoryBytes / MEGABYTE)
  const part = (share: number, least: number, most: number) =>
    `${Math.min(most, Math.max(least, Math.floor(memory / share)))}MB`
  return {
    shared_buffers: part(5, 128, 4_096),
    effective_cache_size: part(2, 256, 65_536),
    work_mem: part(512, 4, 32),
    maintenance_work_mem: part(32, 64, 512),
  } as const
}

/** For throw-away test clusters; autovacuum is off because its worker in a template database blocks cloning it. */
const quick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  max_connections: '200',
  // Connections of tests live too briefly for five plans of a statement to pay.
  plan_cache_mode: 'force_generic_plan',
} as const

/** What a container may use, where it is in one. */
const memoryBytes = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** A Unix socket is opened in the folder that is named; without one there is none. */
export function serverArguments(port: number, fast: boolean, socketFolder = ''): string[] {
  const fitting = fast ? quick : { ...durable, ...memorySettings(memoryBytes()) }
  const settings = { ...always, ...fitting, port: String(port), unix_socket_directories: socketFolder }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
