// What waits for others, quietly below the chart, where it costs the page no height.

import type { Waiting } from '@paywages/wire/workbench/shapes.ts'
import { Clock } from 'lucide-react'
import { useCurrentUser } from '../api/current-user.ts'
import { waitingLabels as labels } from './labels.ts'
import { waitingTitle, waitingWords } from './waiting-words.ts'
import './waiting-lines.css'

export function WaitingLines({ waiting }: { waiting: readonly Waiting[] }) {
  const { payRight, checkRight } = useCurrentUser()
  if (waiting.length === 0) return null
  const now = new Date()
  return (
    <div className="waiting-lines">
      <Clock size={14} aria-hidden="true" />
      <p>
        {payRight || checkRight ? labels.waitsFor : waitingTitle(waiting, now)}
        {waiting.map((line) => (
          <span key={`${line.kind} ${line.providerName} ${line.since.getTime()}`}>
            {waitingWords(line, now)}
          </span>
        ))}
      </p>
    </div>
  )
}
