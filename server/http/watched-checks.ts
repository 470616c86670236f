// Runs named checks so that asking often costs nothing and none that hangs is waited for; a change is logged once.

import type { Logger } from '../adapters/log/logger.ts'
import { reasonOf } from '../adapters/start-problem.ts'

export type Check = {
  readonly name: string
  /** What works on without it is told, and the process is ready all the same. */
  readonly required: boolean
  /** Passes by returning; the message of what it throws says in words why not. */
  readonly run: () => Promise<void>
}

export type CheckTimes = {
  /** An outcome stands for so long. */
  readonly keepMs: number
  /** Whoever asks waits at most so long; a check that takes longer has failed until it ends. */
  readonly limitMs: number
}

export type CheckReport = {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, boolean>>
  /** Of the checks that fail. */
  readonly reasons: Readonly<Record<string, string>>
}

const USUAL: CheckTimes = { keepMs: 2_000, limitMs: 4_000 }

export function watchChecks(
  checks: readonly Check[],
  log: Logger,
  times: CheckTimes = USUAL,
): () => Promise<CheckReport> {
  const watched = checks.map((check) => ({ ...check, outcome: watch(check, log, times) }))
  return async () => {
    const outcomes = await Promise.all(
      watched.map(async ({ name, outcome }) => [name, await outcome()] as const),
    )
    const failed = new Map(outcomes.filter(([, reason]) => reason !== undefined))
    return {
      ready: checks.every(({ name, required }) => !required || !failed.has(name)),
      checks: Object.fromEntries(outcomes.map(([name, reason]) => [name, reason === undefined])),
      reasons: Object.fromEntries(failed) as Record<string, string>,
    }
  }
}

type Outcome = { readonly at: number; readonly reason: string | undefined }

/** Gives why the check fails, or undefined. */
function watch(
  check: Check,
  log: Logger,
  { keepMs, limitMs }: CheckTimes,
): () => Promise<string | undefined> {
  let last: Outcome | undefined
  let running: Promise<void> | undefined
  const note = (reason: string | undefined) => {
    const changed = (last?.reason === undefined) !== (reason === undefined)
    last = { at: performance.now(), reason }
    if (!changed) return
    if (reason === undefined) log.info({ check: check.name }, 'a check passes again')
    else log.warn({ check: check.name, reason }, 'a check fails')
  }
  const run = async () => {
    try {
      await check.run()
      note(undefined)
    } catch (error) {
      note(reasonOf(error))
    } finally {
      running = undefined
    }
  }
  return async () => {
    if (last !== undefined && performance.now() - last.at < keepMs) return last.reason
    running ??= run()
    const inTime = await within(limitMs, running)
    if (!inTime) note('it gave no answer in time')
    return last?.reason
  }
}

/** Whether the work ended within the time. */
async function within(limitMs: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((settle) => {
    timer = setTimeout(settle, limitMs, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
