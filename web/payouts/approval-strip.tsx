// The way of the batch in one line above its rows: who took which step and when, and who is next.

import type { BatchAction } from '@paywages/domain/payouts/batch-status.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Popover, Tooltip } from 'antd'
import { Check, X } from 'lucide-react'
import type { TimelineStep } from '../ui/display/timeline.tsx'
import { approvalSteps } from './approval-steps.ts'
import { stripLabels as labels } from './labels.ts'
import { riskLabels, warningLabels } from './warning-labels.ts'
import './approval-strip.css'

type ApprovalStripProps = { batch: BatchHead; actions: ReadonlySet<BatchAction> }

export function ApprovalStrip({ batch, actions }: ApprovalStripProps) {
  return (
    <ol className="approval-strip" aria-label={labels.title}>
      {approvalSteps(batch, actions, new Date()).map((step, place) => (
        <StripStep key={step.key} step={step} checked={checkedAt(batch, step, place)} />
      ))}
    </ol>
  )
}

type Checked = BatchHead['history'][number]['checkedRisks']

/** What is done stands in the order of the history. */
function checkedAt({ history }: BatchHead, { state }: TimelineStep, place: number): Checked {
  return state === 'done' ? (history[place]?.checkedRisks ?? []) : []
}

function StripStep({ step, checked }: { step: TimelineStep; checked: Checked }) {
  const { state, title, note, text } = step
  const words = (
    <span className="strip-words">
      <b>{title}</b>
      {note === undefined ? null : <span className="strip-note">{note}</span>}
      {state === 'now' && text !== undefined ? <span className="strip-yours">{text}</span> : null}
    </span>
  )
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="strip-node" aria-hidden="true">
        {state === 'done' ? <Check size={12} strokeWidth={2.5} /> : null}
        {state === 'stopped' ? <X size={12} strokeWidth={2.5} /> : null}
      </span>
      {state === 'stopped' ? <Tooltip title={text}>{words}</Tooltip> : words}
      {checked.length === 0 ? null : <CheckedRisks checked={checked} />}
    </li>
  )
}

/** What the approver ticked as checked, with the words. */
function CheckedRisks({ checked }: { checked: Checked }) {
  return (
    <Popover
      trigger="click"
      title={riskLabels.keptTitle}
      content={
        <ul className="strip-checked">
          {checked.map(({ riskId, kind, rowNumbers, word }) => (
            <li key={riskId}>
              <b>{warningLabels[kind]?.kind ?? kind}</b>
              {rowNumbers.length === 0 ? null : (
                <span className="strip-note">{riskLabels.rowsOf(rowNumbers.join('、'))}</span>
              )}
              <span>{word}</span>
            </li>
          ))}
        </ul>
      }
    >
      <button className="strip-kept" type="button">
        {riskLabels.kept(checked.length)}
      </button>
    </Popover>
  )
}
