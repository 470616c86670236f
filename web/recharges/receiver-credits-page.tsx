// /receivercredits: what the receiving accounts were credited with, and which recharge each is the money of (D50).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { CREDIT_STATES } from '@paywages/domain/recharges/match-credits.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { type Credit, chooseCredit, listCredits } from '@paywages/wire/recharges/receiver-endpoints.ts'
import { Button } from 'antd'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { cardInFours, withDots } from '../records/bank-card-text.ts'
import { rechargeBesideList, VERIFY_PAGE } from '../records/recharge-address.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { useShown } from '../ui/page/use-shown.ts'
import { CreditMatchDialog } from './credit-match-dialog.tsx'
import { creditLabels as labels } from './labels.ts'
import { ReceiverUploadDialog } from './receiver-upload-dialog.tsx'
import { refreshCredits } from './use-recharge-actions.ts'

const stateFilter = {
  kind: 'select',
  name: 'state',
  label: labels.state,
  width: 160,
  options: CREDIT_STATES.map((state) => ({ value: state, label: labels.states[state] })),
} as const

export function ReceiverCreditsPage() {
  const [uploading, setUploading] = useState(false)
  const matching = useShown<Credit>()
  const undo = useUndo()
  const upload = (type: 'primary' | 'default') => (
    <Button type={type} icon={<Upload size={14} aria-hidden="true" />} onClick={() => setUploading(true)}>
      {labels.upload}
    </Button>
  )
  const actions: ListColumn<Credit> = {
    title: labels.actions,
    width: 84,
    render: (_, row) => (
      <RowActions>
        {row.rechargeId === null ? (
          <RowAction onClick={() => matching.show(row)}>{labels.match}</RowAction>
        ) : row.rechargeStatus === 'pending' ? (
          <RowAction danger onClick={() => void undo(row)}>
            {labels.undo}
          </RowAction>
        ) : null}
      </RowActions>
    ),
  }
  return (
    <>
      <ListPage
        endpoint={listCredits}
        filters={[stateFilter]}
        columns={[...COLUMNS, actions]}
        rowKey={(row) => row.creditId}
        actions={upload('primary')}
        empty={{ title: labels.empty, hint: labels.emptyHint, actions: upload('default') }}
        twoLines
        minWidth={1_000}
      />
      <ReceiverUploadDialog open={uploading} onClose={() => setUploading(false)} />
      <CreditMatchDialog credit={matching.open ? matching.shown : undefined} onClose={matching.close} />
    </>
  )
}

const COLUMNS: readonly ListColumn<Credit>[] = [
  { title: labels.day, width: 112, render: (_, row) => row.day || labels.noDay },
  {
    title: labels.payer,
    width: 196,
    render: (_, row) => (
      <TwoLines
        first={row.payerName || labels.unnamed}
        second={<span className="unbroken">{withDots(row.payerAccount) || '—'}</span>}
      />
    ),
  },
  {
    title: labels.amount,
    width: 144,
    align: 'right',
    render: (_, row) => (
      <TwoLines
        first={<MoneyCell fen={row.amountFen} />}
        second={row.balanceFen === null ? null : labels.balance(formatYuanGrouped(row.balanceFen))}
      />
    ),
  },
  {
    title: labels.remark,
    render: (_, row) => <TwoLines first={row.remark || '—'} second={labels.place(row.fileName, row.page)} />,
  },
  {
    title: labels.account,
    width: 208,
    render: (_, row) => <span className="unbroken">{cardInFours(row.receiverAccount)}</span>,
  },
  { title: labels.recharge, width: 132, render: (_, row) => <MatchCell credit={row} /> },
]

function MatchCell({ credit: { rechargeId, matchedBy } }: { credit: Credit }) {
  if (rechargeId === null) return <StatusTag tone="wait">{labels.states.open}</StatusTag>
  return (
    <TwoLines
      first={
        <PageLink to={VERIFY_PAGE} search={rechargeBesideList(rechargeId)}>
          {rechargeNumber(rechargeId)}
        </PageLink>
      }
      second={matchedBy === null ? labels.byRule : labels.byHand(matchedBy)}
    />
  )
}

function useUndo(): (credit: Credit) => Promise<unknown> {
  const confirmedStep = useConfirmedStep()
  return ({ creditId, amountFen, payerName, rechargeId }) =>
    confirmedStep({
      title: labels.undoTitle,
      object: `${payerName || labels.unnamed} · ${rechargeNumber(rechargeId ?? 0)}`,
      body: <AmountBlock label={labels.amount} fen={amountFen} lines={[]} />,
      warning: labels.undoNote,
      action: labels.undo,
      send: () => call(chooseCredit, { creditId, rechargeId: null }),
      done: labels.undone,
      refresh: refreshCredits,
    })
}
