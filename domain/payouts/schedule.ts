// A start that was set for a later time (ADR 70): who may set it and for when, who may take it back, and what the time may find.

import type { Person } from '../accounts/person.ts'
import { hasRight } from '../accounts/rights.ts'
import { isWaiting } from '../proposals/second-person.ts'
import { type BatchRefusal, type BatchState, validateDecision } from './batch-status.ts'

export const SCHEDULE_STATES = ['waiting', 'started', 'cancelled', 'failed'] as const
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Between setting and starting there is time to take it back. */
export const MIN_AHEAD_MS = 5 * MINUTE_MS
export const MAX_AHEAD_DAYS = 30
/** A start that nobody could make for so long is not made by surprise. */
export const LATE_MS = 60 * MINUTE_MS

export type ScheduleRefusal = 'schedule-past' | 'schedule-soon' | 'schedule-far'

export const START = { to: 'transferring', pass: true } as const

/** Whoever may start it now may set a time, within the window. */
export function validateSchedule(
  batch: BatchState,
  person: Person,
  dueAt: Date,
  now: Date,
): BatchRefusal | ScheduleRefusal | undefined {
  const validated = validateDecision(batch, START, person)
  if ('refusal' in validated) return validated.refusal
  const ahead = dueAt.getTime() - now.getTime()
  if (ahead <= 0) return 'schedule-past'
  if (ahead < MIN_AHEAD_MS) return 'schedule-soon'
  return ahead > MAX_AHEAD_DAYS * DAY_MS ? 'schedule-far' : undefined
}

export type CancelRefusal = 'not-allowed' | 'schedule-ended'

/** Anyone who could start it, whoever set it, and the managers above; the scope is settled before. */
export function validateScheduleCancel(
  batch: BatchState,
  schedule: ScheduleState | undefined,
  person: Person,
): CancelRefusal | undefined {
  const pays = person.payRight && person.providerId === batch.providerId
  if (!pays && !hasRight(person, 'manager')) return 'not-allowed'
  return schedule === 'waiting' ? undefined : 'schedule-ended'
}

/** Whoever set it, as the account is when its time has come. */
export type Scheduler = Person & { readonly enabled: boolean; readonly decidesFrom: Date | null }

export type DueRefusal = BatchRefusal | 'scheduler-disabled' | 'scheduler-waiting' | 'schedule-missed'

/** Everything that holds for a start by hand holds at that moment, for the person who set it. */
export function validateDue(
  batch: BatchState,
  scheduler: Scheduler,
  dueAt: Date,
  now: Date,
): DueRefusal | undefined {
  if (now.getTime() - dueAt.getTime() > LATE_MS) return 'schedule-missed'
  if (!scheduler.enabled) return 'scheduler-disabled'
  if (isWaiting(scheduler.decidesFrom, now)) return 'scheduler-waiting'
  const validated = validateDecision(batch, START, scheduler)
  return 'refusal' in validated ? validated.refusal : undefined
}
