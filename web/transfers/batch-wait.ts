// What a batch under way waits for, where it is people and not speed that decide when it ends.

import type { Progress } from '@paywages/wire/transfers/shapes.ts'
import { batchWaitLabels as labels } from './labels.ts'

export type BatchWait = {
  readonly words: string
  /** Where somebody can do something about it. */
  readonly link?: { readonly to: string; readonly search: Record<string, string>; readonly words: string }
}

type Waiting = Pick<Progress, 'waitingCount' | 'atBankCount' | 'manualCount' | 'paused' | 'halted'>

/** Undefined while it moves by itself. */
export function waitOf({
  waitingCount,
  atBankCount,
  manualCount,
  paused,
  halted,
}: Waiting): BatchWait | undefined {
  if (paused) return { words: labels.paused }
  if (halted)
    return { words: labels.halted, link: { to: '/unknowndebits', search: {}, words: labels.toDebits } }
  if (waitingCount > 0 || atBankCount === 0) return undefined
  if (manualCount === 0) return { words: labels.bank }
  const count = manualCount.toLocaleString('en-US')
  return {
    words: manualCount === atBankCount ? labels.people(count) : labels.both(count),
    link: { to: '/pendingtransfers', search: { state: 'manual' }, words: labels.toPending },
  }
}
