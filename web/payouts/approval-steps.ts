// The way of a batch through upload, audit, review and start, from its own history (D17).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { BatchAction } from '@paywages/domain/payouts/batch-status.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import type { TimelineStep } from '../ui/display/timeline.tsx'
import { stripLabels as labels } from './labels.ts'

type Batch = Pick<BatchHead, 'status' | 'history' | 'rowCount' | 'reviewersNeeded'>
type Entry = BatchHead['history'][number]

const STOPPED = { audit: labels.auditRejected, review: labels.reviewRejected } as const

export function approvalSteps(
  batch: Batch,
  actions: ReadonlySet<BatchAction>,
  now: Date,
): readonly TimelineStep[] {
  const past = batch.history.map((entry, place) => pastStep(entry, place, batch, now))
  if (past.some((step) => step.state === 'stopped')) return past
  if (batch.status === 'transferring') {
    const reported = past.some((step) => step.key === 'start')
    return reported ? past : [...past, { key: 'start', state: 'done', title: labels.started }]
  }
  return [...past, ...stepsAhead(batch, actions, now)]
}

function pastStep(entry: Entry, place: number, batch: Batch, now: Date): TimelineStep {
  const note = labels.by(entry.realName || entry.account, shortMinute(entry.at, now))
  const { step: key } = entry
  if (key === 'withdraw' || !entry.passed) {
    const title = key === 'audit' || key === 'review' ? STOPPED[key] : labels.withdrawn
    return { key, state: 'stopped', title, note, text: entry.reason || labels.noReason }
  }
  if (key === 'upload') {
    const text = labels.rowsPassed(batch.rowCount.toLocaleString('en-US'))
    return { key, state: 'done', title: labels.upload, note, text }
  }
  const number = batch.history.slice(0, place + 1).filter(isReview).length
  const title = key === 'start' ? labels.started : key === 'review' ? reviewTitle(number, batch) : labels[key]
  return {
    key: key === 'review' && number > 1 ? `review-${number}` : key,
    state: 'done',
    title,
    note,
    ...(key === 'start' ? {} : { text: labels.passed }),
  }
}

const isReview = ({ step, passed }: Entry): boolean => step === 'review' && passed

/** 复核 1/2, where more than one is needed. */
const reviewTitle = (number: number, { reviewersNeeded }: Batch): string =>
  reviewersNeeded === 1 ? labels.review : labels.reviewOf(number, reviewersNeeded)

/** The year only where it is another one. */
function shortMinute(at: Date, now: Date): string {
  const minute = shanghaiMinute(at)
  const year = minute.slice(0, 5)
  return shanghaiMinute(now).startsWith(year) ? minute.slice(5) : minute
}

const AHEAD = [
  { key: 'audit', at: 'auditing', action: 'approve-audit', next: labels.nextAudit, waits: labels.waitsPay },
  {
    key: 'review',
    at: 'reviewing',
    action: 'approve-review',
    next: labels.nextReview,
    waits: labels.waitsCheck,
  },
  { key: 'start', at: 'ready', action: 'start', next: labels.nextStart, waits: labels.waitsPay },
] as const

/** The step that waits now, then those behind it. */
function stepsAhead(batch: Batch, actions: ReadonlySet<BatchAction>, now: Date): TimelineStep[] {
  const first = AHEAD.findIndex((step) => step.at === batch.status)
  if (first < 0) return []
  const since = batch.history.at(-1)?.at ?? now
  return AHEAD.slice(first).map(({ key, action, next, waits }, index) => {
    const number = batch.history.filter(isReview).length + 1
    const title = key === 'review' && index === 0 ? reviewTitle(number, batch) : labels[key]
    const { reviewersNeeded } = batch
    const ahead = key === 'review' && reviewersNeeded > 1 ? labels.nextReviews(reviewersNeeded) : next
    if (index > 0) return { key, state: 'next', title, note: ahead }
    const note = waits(waitedWords(now.getTime() - since.getTime()))
    return {
      key: key === 'review' && number > 1 ? `review-${number}` : key,
      state: 'now',
      title,
      note,
      ...(actions.has(action) ? { text: labels.yours } : {}),
    }
  })
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export function waitedWords(ms: number): string {
  if (ms < MINUTE) return labels.moment
  if (ms < HOUR) return labels.minutes(Math.floor(ms / MINUTE))
  if (ms < 48 * HOUR) return labels.hours(Math.floor(ms / HOUR))
  return labels.days(Math.floor(ms / (24 * HOUR)))
}
