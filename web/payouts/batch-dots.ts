// How far a batch has come through upload, audit, review and start, by its status alone: for lists.

import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import type { StepDot } from '../ui/display/step-dots.tsx'
import { recentLabels } from './labels.ts'

const STEPS = ['upload', 'audit', 'review', 'start'] as const

/** Which step waits, or where it ended. */
const AT: Readonly<Record<BatchStatus, { readonly step: number; readonly stopped: boolean }>> = {
  auditing: { step: 1, stopped: false },
  'audit-rejected': { step: 1, stopped: true },
  reviewing: { step: 2, stopped: false },
  'review-rejected': { step: 2, stopped: true },
  ready: { step: 3, stopped: false },
  transferring: { step: 4, stopped: false },
}

export function batchDots(status: BatchStatus): readonly StepDot[] {
  const { step: at, stopped } = AT[status]
  return STEPS.map((key, index) => {
    const state = index < at ? 'done' : index > at ? 'next' : stopped ? 'stopped' : 'now'
    return { key, state, title: recentLabels.steps[key] }
  })
}
