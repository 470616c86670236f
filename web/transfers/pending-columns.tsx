// The columns of transfers that wait; what people proposed stands in the last one, with what this person may do.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { TransferStateTag } from '../payout-record/transfer-state-tag.tsx'
import { BatchLink } from '../records/batch-link.tsx'
import { providerLabels } from '../records/labels.ts'
import { PayeeCell } from '../records/payee-account.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { pendingLabels as labels, outcomeWords } from './labels.ts'
import { agoWords, type PendingAction, pendingActions } from './pending-actions.ts'
import './result-columns.css'

export type OnAction = (action: PendingAction, transfer: PendingTransfer) => void

/** On a narrow window the company stands below the batch. */
export function pendingColumns(narrow: boolean, onAction: OnAction): readonly ListColumn<PendingTransfer>[] {
  const company: ListColumn<PendingTransfer>[] = narrow
    ? []
    : [{ title: providerLabels.provider, width: 108, dataIndex: 'providerName' }]
  return [
    { title: labels.batchNo, width: 136, render: (_, row) => <BatchCell row={row} withCompany={narrow} /> },
    ...company,
    { title: labels.person, width: 84, dataIndex: 'name' },
    { title: labels.account, render: (_, row) => <PayeeCell payee={row} stacked={narrow} /> },
    {
      title: labels.net,
      width: 124,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.netFen} />,
    },
    { title: labels.firstSent, width: 152, render: (_, row) => <SentCell at={row.firstSentAt} /> },
    {
      title: labels.attempts,
      width: 104,
      render: (_, row) => <span className="unbroken">{labels.attemptsOf(row.attempts, row.asks)}</span>,
    },
    { title: labels.state, width: 112, render: (_, row) => <TransferStateTag state={row.state} /> },
    { title: labels.opinion, width: 176, render: (_, row) => <OpinionCell row={row} onAction={onAction} /> },
  ]
}

function BatchCell({ row, withCompany }: { row: PendingTransfer; withCompany: boolean }) {
  return (
    <>
      <div className="two-lines-first">
        <BatchLink batchId={row.batchId} batchNo={row.batchNo} />
      </div>
      {withCompany ? <div className="two-lines-second">{row.providerName}</div> : null}
    </>
  )
}

function SentCell({ at }: { at: Date }) {
  return (
    <TwoLines
      first={<span className="unbroken">{shanghaiMinute(at)}</span>}
      second={agoWords(Date.now() - at.getTime())}
    />
  )
}

const ACTION_LABELS: Readonly<Record<PendingAction, string>> = {
  propose: labels.propose,
  confirm: labels.confirm,
  refuse: labels.refuse,
  'take-back': labels.takeBack,
}

function OpinionCell({ row, onAction }: { row: PendingTransfer; onAction: OnAction }) {
  const actions = pendingActions(row, useCurrentUser())
  return (
    <>
      {row.proposal === null ? null : (
        <div className="two-lines-first">
          {labels.opinionOf(outcomeWords[row.proposal.outcome], row.proposal.proposerName)}
        </div>
      )}
      {actions.length > 0 ? (
        <div className="pending-acts">
          <RowActions>
            {actions.map((action) => (
              <RowAction key={action} danger={action === 'refuse'} onClick={() => onAction(action, row)}>
                {ACTION_LABELS[action]}
              </RowAction>
            ))}
          </RowActions>
        </div>
      ) : (
        <div className="two-lines-second">{waitsFor(row)}</div>
      )}
    </>
  )
}

/** What happens next where this person has nothing to do. */
function waitsFor({ state, proposal }: PendingTransfer): string {
  if (proposal !== null) return labels.waitsConfirm
  return state === 'manual' ? labels.waitsPropose : labels.bankFirst
}
