// How long the database may take, by kind of work: the one table of time limits.

/** A person waits for the answer; a round of the worker, which is repeated; a job that reads or writes very much; one that stores a sheet as it is read. */
export type WorkKind = 'request' | 'round' | 'long' | 'upload'

export type TimeLimits = {
  /** One statement, ended by the server. */
  readonly statementMs: number
  /** The wait for one lock, ended by the server. */
  readonly lockMs: number
  /** A transaction that asks nothing, ended by the server with its connection. */
  readonly idleMs: number
  /** One statement as we count it: a server that is frozen cannot end anything. The connection is dropped. */
  readonly silenceMs: number
}

/** Multiples of DATABASE_TIMEOUT_SECONDS. */
const TIMES: Readonly<Record<WorkKind, { statement: number; lock: number; idle: number }>> = {
  request: { statement: 1, lock: 0.5, idle: 2 },
  round: { statement: 4, lock: 1, idle: 4 },
  long: { statement: 40, lock: 2, idle: 40 },
  upload: { statement: 40, lock: 2, idle: 40 },
}

/** The server's own word comes first where it still has one. */
const MAX_GRACE_MS = 5_000

export function timeLimits(kind: WorkKind, timeoutMs: number): TimeLimits {
  const { statement, lock, idle } = TIMES[kind]
  const statementMs = statement * timeoutMs
  return {
    statementMs,
    lockMs: lock * timeoutMs,
    idleMs: idle * timeoutMs,
    silenceMs: statementMs + Math.min(MAX_GRACE_MS, statementMs / 2),
  }
}

/** A migration takes as long as its tables are large, and is ended by nobody; what it waits for is a server that lives. */
export function silenceOf(kind: WorkKind | 'migration', timeoutMs: number): number {
  return kind === 'migration' ? Number.POSITIVE_INFINITY : timeLimits(kind, timeoutMs).silenceMs
}

/** After so long without an answer the server is asked whether it still lives, whatever kind of work waits. */
export const askAfterMs = (timeoutMs: number): number => timeoutMs / 3

/** Begins a transaction with its limits, in one round trip; SET LOCAL ends with it, so a pooler hands nothing on. */
export function beginWith(begin: string, { statementMs, lockMs, idleMs }: TimeLimits): string {
  const [first, ...then] = begin.split('; ')
  return [
    first,
    `set local statement_timeout = ${Math.round(statementMs)}`,
    `set local lock_timeout = ${Math.round(lockMs)}`,
    `set local idle_in_transaction_session_timeout = ${Math.round(idleMs)}`,
    // What a beginning waits for is limited too.
    ...then,
  ].join('; ')
}

/** To connect, with the look for the writable one of several servers. */
export const CONNECT_MS = 5_000
export const KEEPALIVE_AFTER_MS = 10_000
export const DEFAULT_TIMEOUT_MS = 30_000
