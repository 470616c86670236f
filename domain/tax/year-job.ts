// The life of a job that makes the statements of a year: who waits, who runs, and when it is over (ADR 38).

export const YEAR_JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type YearJobState = (typeof YEAR_JOB_STATES)[number]

/** Why a job failed: something went wrong again and again, or there was no space left. */
export const YEAR_JOB_REASONS = ['broken', 'storage'] as const
export type YearJobReason = (typeof YEAR_JOB_REASONS)[number]

/** A piece of work that fails so often, with nothing done in between, ends the job. */
export const MAX_ATTEMPTS = 3

export function isActive(state: YearJobState): boolean {
  return state === 'waiting' || state === 'running'
}

export function isGivenUp(attempts: number): boolean {
  return attempts >= MAX_ATTEMPTS
}

/** Whole percent, 100 only when all is done; undefined until it is known how much there is. */
export function percentDone({
  done,
  total,
}: {
  readonly done: number
  readonly total: number | null
}): number | undefined {
  if (total === null) return undefined
  return total === 0 ? 100 : Math.floor((done * 100) / total)
}
