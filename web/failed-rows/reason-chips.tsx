// The reasons why rows were refused, with their counts: one of them chosen narrows the table below.

import type { ReasonCount } from './failure-reasons.ts'
import { failureLabels as labels } from './labels.ts'
import './failed-rows-dialog.css'

type ReasonChipsProps = {
  all: number
  counts: readonly ReasonCount[]
  chosen: string | undefined
  onChoose: (reason: string | undefined) => void
}

export function ReasonChips({ all, counts, chosen, onChoose }: ReasonChipsProps) {
  const chips = [{ reason: undefined, count: all }, ...counts]
  return (
    <fieldset className="reason-chips" aria-label={labels.chips}>
      {chips.map(({ reason, count }) => (
        <button
          key={reason ?? ''}
          className="reason-chip"
          type="button"
          aria-pressed={chosen === reason}
          onClick={() => onChoose(reason)}
        >
          {reason ?? labels.all} <b>{count.toLocaleString('en-US')}</b>
        </button>
      ))}
    </fieldset>
  )
}
