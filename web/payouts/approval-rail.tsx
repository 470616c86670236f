// The rail beside the rows: the way of the batch, and its warnings by kind, each a filter.

import type { BatchAction } from '@paywages/domain/payouts/batch-status.ts'
import { SHOWN_WARNINGS } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Timeline } from '../ui/display/timeline.tsx'
import { approvalSteps } from './approval-steps.ts'
import { railLabels as labels, warningLabels } from './labels.ts'
import { useRowChoice } from './use-row-choice.ts'

type ApprovalRailProps = { batch: BatchHead; actions: ReadonlySet<BatchAction> }

export function ApprovalRail({ batch, actions }: ApprovalRailProps) {
  return (
    <aside className="check-rail" aria-label={labels.title}>
      <section>
        <h2>{labels.title}</h2>
        <Timeline steps={approvalSteps(batch, actions, new Date())} />
      </section>
      {batch.warnedCount === 0 ? null : <WarningSummary batch={batch} />}
    </aside>
  )
}

function WarningSummary({ batch }: { batch: BatchHead }) {
  const { choice, choose } = useRowChoice()
  const kinds = SHOWN_WARNINGS.filter((kind) => (batch.warningCounts[kind] ?? 0) > 0)
  return (
    <section>
      <h2>{labels.warnings}</h2>
      <ul className="rail-warnings">
        {kinds.map((kind) => {
          const chosen = choice.kind === kind
          return (
            <li key={kind}>
              <button
                className="rail-warning"
                type="button"
                aria-pressed={chosen}
                onClick={() => choose(chosen ? { view: 'all', kind: undefined } : { view: 'warned', kind })}
              >
                {warningLabels[kind].kind}
                <b>{labels.rowsUnit((batch.warningCounts[kind] ?? 0).toLocaleString('en-US'))}</b>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="rail-note">{labels.warningsNote}</p>
    </section>
  )
}
