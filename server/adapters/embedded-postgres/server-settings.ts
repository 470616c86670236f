/** The settings every embedded PostgreSQL is started with, as command-line arguments so that no file can drift from them. */

const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
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
} as const

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
} as const

export function serverArguments(port: number, fast: boolean): string[] {
  const settings = { ...always, ...(fast ? quick : durable), port: String(port) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
