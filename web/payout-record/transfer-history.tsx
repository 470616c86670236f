// How a payout went its way, one line a step with its time at the right, and how the money moved.

import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import { useCall } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { Timeline } from '../ui/display/timeline.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { historyLabels as labels, recordLabels } from './labels.ts'
import { moneyTrail, type TransferStep, transferSteps } from './transfer-steps.ts'

export function TransferSteps({ record }: { record: PayoutRecord }) {
  const { rowId, status, batchStatus } = record
  const query = useCall(transferHistory, { rowId })
  const history = query.data
  const waits = batchStatus !== 'transferring' && status !== 'cancelled'
  return (
    <section>
      <h2>{labels.steps}</h2>
      {waits ? (
        <p className="record-none">
          {batchStatus === 'audit-rejected' || batchStatus === 'review-rejected'
            ? recordLabels.stopped
            : recordLabels.notStarted}
        </p>
      ) : history !== undefined ? (
        <Timeline compact steps={transferSteps(history).map(shownStep)} />
      ) : query.isError ? (
        <ErrorBlock query={query} failure={transferHistory.failure} />
      ) : (
        <DescriptionSkeleton rows={4} columns={1} />
      )}
    </section>
  )
}

function shownStep({ said, alarm, ...step }: TransferStep) {
  return {
    ...step,
    text: said === '' && alarm === undefined ? undefined : <StepText said={said} alarm={alarm} />,
  }
}

function StepText({ said, alarm }: Pick<TransferStep, 'said' | 'alarm'>) {
  return (
    <>
      {said}
      {alarm === undefined ? null : (
        <span className="record-alarm" data-tone={alarm.tone}>
          {alarm.words}
        </span>
      )}
    </>
  )
}

/** Nothing has moved for a batch that was not started. */
export function MoneyTrail({ record: { rowId, batchStatus } }: { record: PayoutRecord }) {
  const { data: history } = useCall(transferHistory, { rowId })
  if (history === undefined || batchStatus !== 'transferring') return null
  const trail = moneyTrail(history)
  return (
    <section>
      <h2>{labels.money}</h2>
      {trail.length === 0 ? (
        <p className="record-none">{labels.noMoney}</p>
      ) : (
        <ul className="record-trail">
          {trail.map(({ key, what, moved, amountFen, at }) => (
            <li key={key}>
              <p>
                {what} <span className="record-moved">{moved}</span>
              </p>
              <span className="record-at">{at}</span>
              <span>{signedYuan(amountFen)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
