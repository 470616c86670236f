// The history of a tax proof, and what it waits for next (D31).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { TaxProofDetail } from '@paywages/wire/tax/shapes.ts'
import type { TimelineStep } from '../../ui/display/timeline.tsx'
import { historyLabels as labels } from './proof-labels.ts'

type Event = TaxProofDetail['history'][number]

/** A step with the file that was uploaded then; the page makes a link of it. */
export type ProofStep = Omit<TimelineStep, 'text'> & { readonly file: Event['file'] }

export function proofSteps({
  status,
  history,
}: {
  readonly status: TaxProofDetail['status']
  readonly history: readonly Event[]
}): readonly ProofStep[] {
  const first = history.find(({ kind }) => kind === 'uploaded')
  const steps = history.map((event, index) => stepOf(event, event === first, index))
  if (status === 'pending') return [...steps, waiting(labels.waits)]
  return status === 'rejected' ? [...steps, waiting(labels.waitsAgain)] : steps
}

function stepOf({ kind, at, byName, reason, file }: Event, isFirst: boolean, index: number): ProofStep {
  return {
    key: String(index),
    state: kind === 'rejected' ? 'stopped' : 'done',
    title: kind === 'uploaded' && !isFirst ? labels.updated : labels[kind],
    note: labels.by(byName || labels.system, shanghaiMinute(at)),
    ...(reason === '' ? {} : { lines: [reason] }),
    // The rejected file is the one that was uploaded before.
    file: kind === 'uploaded' ? file : null,
  }
}

const waiting = (title: string): ProofStep => ({ key: 'next', state: 'now', title, file: null })
