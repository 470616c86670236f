// The steps of a record on one line, for lists: a dot and a word each (docs/LOOK.md, Timeline).

import type { TimelineStep } from './timeline.tsx'
import './step-dots.css'

export type StepDot = Pick<TimelineStep, 'key' | 'title'> & {
  readonly state: 'done' | 'now' | 'next' | 'stopped'
}

export function StepDots({ steps }: { steps: readonly StepDot[] }) {
  return (
    <ol className="step-dots">
      {steps.map(({ key, state, title }) => (
        <li key={key} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          {title}
        </li>
      ))}
    </ol>
  )
}
