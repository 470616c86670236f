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

/** Of connections, what identifies them; never their statements, which quote what people typed. */
const described = (pids: readonly number[]) => `
  select a.pid, a.application_name as name, a.state, extract(epoch from now() - a.backend_start)::int as seconds
  from pg_stat_activity a where a.pid = any(array[${pids.map(Number).join(', ')}]::int[]) order by a.pid`

/**
 * In a transaction of the holder that stays open for as long as the migrations run; it ends with the connection, whoever holds that.
 * Nothing is asked in it meanwhile, and nobody waits for the lock in an open one: CREATE INDEX CONCURRENTLY waits for the end of every
 * transaction that it meets within a statement, and that one would wait for the index. What is to be seen the observer looks at.
 */
export async function takeMigrationLock(
  { holder: client, observer }: { readonly holder: pg.Client; readonly observer: pg.Client },
  patience: Patience,
  print: (line: string) => void,
): Promise<MigrationLock> {
  const deadline = Date.now() + patience.anotherMs
  let told = ''
  while (!(await tryLock(client))) {
    const holder = await describe(observer, (await observer.query<{ pid: number }>(HOLDERS)).rows)
    if (untimed(holder) !== untimed(told)) print(`Waiting for another migrate: ${holder}.`)
    told = holder
    if (Date.now() >= deadline)
      throw new StartProblem(
        `Another migrate holds the lock: ${holder}. If none runs, end that connection with pg_terminate_backend, then try again.`,
      )
    await pause(Math.min(patience.lookEveryMs, Math.max(0, deadline - Date.now())))
  }
  return lockWith(observer, patience, print)
}

async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query(
    'begin; set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0',
  )
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCK}) as locked`,
  )
  if (rows[0]?.locked) return true
  await client.query('rollback')
  return false
}

function lockWith(observer: pg.Client, patience: Patience, print: (line: string) => void): MigrationLock {
  let blockers = ''
  const look = async (backend: number, what: string) => {
    const blocking = await observer.query<{ pids: number[] }>(
      `select pg_blocking_pids(${Number(backend)}) as pids`,
    )
    const pids = (blocking.rows[0]?.pids ?? []).filter((pid) => pid > 0)
    if (pids.length === 0) return
    const described = await describe(
      observer,
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

async function describe(observer: pg.Client, holders: readonly { readonly pid: number }[]): Promise<string> {
  const { rows } = await observer.query<{ pid: number; name: string; state: string | null; seconds: number }>(
    described(holders.map(({ pid }) => pid)),
  )
  const words = rows.map(
    ({ pid, name, state, seconds }) =>
      `connection ${pid} (${name || 'without a name'}, ${state ?? 'unknown'}, open for ${seconds} s)`,
  )
  return words.join(', ') || 'a connection that has just ended'
}
