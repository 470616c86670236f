// The steps a record goes through: done, now, still to come, or stopped with its reason (docs/LOOK.md).

import { Check, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import './timeline.css'

export type TimelineStep = {
  readonly key: string
  readonly state: 'done' | 'now' | 'next' | 'warned' | 'stopped'
  readonly title: string
  /** Who · when, in 12 px. */
  readonly note?: string
  /** What was said or is to be done. */
  readonly text?: ReactNode
  /** Several things that were said, one a line. */
  readonly lines?: readonly string[]
}

type TimelineProps = {
  steps: readonly TimelineStep[]
  /** One line a step: title and words, who and when at the right. */
  compact?: boolean
}

export function Timeline({ steps, compact = false }: TimelineProps) {
  return (
    <ol className="timeline" data-compact={compact}>
      {steps.map(({ key, state, title, note, text, lines = [] }) => (
        <li
          key={key}
          className="timeline-step"
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className="timeline-node" aria-hidden="true">
            {state === 'done' ? <Check size={12} strokeWidth={2.5} /> : null}
            {state === 'warned' ? <TriangleAlert size={12} strokeWidth={2.5} /> : null}
            {state === 'stopped' ? <X size={12} strokeWidth={2.5} /> : null}
          </span>
          <div className="timeline-words">
            <p className="timeline-title">{title}</p>
            {note === undefined ? null : <p className="timeline-note">{note}</p>}
            {text === undefined ? null : <p className="timeline-text">{text}</p>}
            {lines.map((line) => (
              <p key={line} className="timeline-text">
                {line}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}
