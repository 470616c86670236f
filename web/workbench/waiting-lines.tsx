// What waits for others, quietly below the chart, where it costs the page no height.

import type { Waiting } from '@paywages/wire/workbench/shapes.ts'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { waitingLabels as labels } from './labels.ts'
import { waitingTitle, waitingWords } from './waiting-words.ts'
import './waiting-lines.css'

/** More of them would push the batches below a small laptop's screen; a manager of many companies has many. */
const FIRST_SHOWN = 2

export function WaitingLines({ waiting }: { waiting: readonly Waiting[] }) {
  const { payRight, checkRight } = useCurrentUser()
  const [open, setOpen] = useState(false)
  if (waiting.length === 0) return null
  const now = new Date()
  return (
    <div className="waiting-lines">
      <Clock size={14} aria-hidden="true" />
      <p>
        {payRight || checkRight ? labels.waitsFor : waitingTitle(waiting, now)}
        {waiting.slice(0, open ? undefined : FIRST_SHOWN).map((line) => (
          <span key={`${line.kind} ${line.providerName} ${line.since.getTime()}`}>
            {waitingWords(line, now)}
          </span>
        ))}
        {waiting.length > FIRST_SHOWN ? (
          <button className="waiting-more" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? labels.less : labels.more(waiting.length - FIRST_SHOWN)}
          </button>
        ) : null}
      </p>
    </div>
  )
}
