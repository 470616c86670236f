// Keeps two migrates apart, and tells whom one waits for: a lock held by an open transaction, so that a pooler cannot leak it.

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartProblem } from '../start-problem.ts'

/** Any fixed number; earlier releases locked the same one for their session. */
const LOCK = 7_294_001

export type Patience = {
  /** How long another migrate is waited for. */
  readonly anotherMs: number
  /** How often it is looked whom a step waits for. */
  readonly lookEveryMs: number
}

export type MigrationLock = {
  /** Tells, while the work runs on that server process, whose locks it waits for. */
  watching<T>(backend: number, what: string, work: Promise<T>): Promise<T>
  /** Whose locks stood in the way last, in words; nothing of what they do. */
  lastBlockers(): string
}

const HOLDERS = `select l.pid from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 1
  and l.classid = 0 and l.objid = ${LOCK} and l.database = (select oid from pg_database where datname = current_database())`

/**
 * Of connections, what identifies them; never their statements, which quote what people typed. Here and below numbers stand in the text:
 * a statement with parameters keeps its snapshot for the rest of the transaction, and CREATE INDEX CONCURRENTLY would wait for that.
 */
const described = (pids: readonly number[]) => `
  select a.pid, a.application_name as name, a.state, extract(epoch from now() - a.backend_start)::int as seconds
  from pg_stat_activity a where a.pid = any(array[${pids.map(Number).join(', ')}]::int[]) order by a.pid`

/** In a transaction that stays open for as long as the migrations run; it ends with the connection, whoever holds that. */
export async function takeMigrationLock(
  client: pg.Client,
  patience: Patience,
  print: (line: string) => void,
): Promise<MigrationLock> {
  await client.query(
    'begin; set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0',
  )
  const deadline = Date.now() + patience.anotherMs
  let told = ''
  while (!(await tryLock(client))) {
    const holder = await describe(client, (await client.query<{ pid: number }>(HOLDERS)).rows)
    if (untimed(holder) !== untimed(told)) print(`Waiting for another migrate: ${holder}.`)
    told = holder
    if (Date.now() >= deadline)
      throw new StartProblem(
        `Another migrate holds the lock: ${holder}. If none runs, end that connection with pg_terminate_backend, then try again.`,
      )
    await pause(Math.min(patience.lookEveryMs, Math.max(0, deadline - Date.now())))
  }
  return lockWith(client, patience, print)
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCK}) as locked`,
  )
  return rows[0]?.locked === true
}

function lockWith(client: pg.Client, patience: Patience, print: (line: string) => void): MigrationLock {
  let blockers = ''
  const look = async (backend: number, what: string) => {
    const blocking = await client.query<{ pids: number[] }>(
      `select pg_blocking_pids(${Number(backend)}) as pids`,
    )
    const pids = (blocking.rows[0]?.pids ?? []).filter((pid) => pid > 0)
    if (pids.length === 0) return
    const described = await describe(
      client,
      pids.map((pid) => ({ pid })),
    )
    if (untimed(described) !== untimed(blockers)) print(`${what} waits for a lock of ${described}.`)
    blockers = described
  }
  return {
    lastBlockers: () => blockers,
    watching: async (backend, what, work) => {
      const done = new AbortController()
      const looking = (async () => {
        while (!done.signal.aborted) {
          await pause(patience.lookEveryMs, undefined, { signal: done.signal }).catch(() => undefined)
          if (!done.signal.aborted) await look(backend, what).catch(() => undefined)
        }
      })()
      try {
        return await work
      } finally {
        done.abort()
        await looking
      }
    },
  }
}

/** The same connection is told once, not at every look. */
const untimed = (words: string): string => words.replace(/open for \d+ s/g, '')

async function describe(client: pg.Client, holders: readonly { readonly pid: number }[]): Promise<string> {
  // Inside one transaction the list of connections would stay what it was at the first look.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ pid: number; name: string; state: string | null; seconds: number }>(
    described(holders.map(({ pid }) => pid)),
  )
  const words = rows.map(
    ({ pid, name, state, seconds }) =>
      `connection ${pid} (${name || 'without a name'}, ${state ?? 'unknown'}, open for ${seconds} s)`,
  )
  return words.join(', ') || 'a connection that has just ended'
}
