// A credit and the recharges of the same account and amount: a manager who knows which one it is chooses it.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import {
  type Credit,
  type CreditCandidate,
  chooseCredit,
  creditCandidates,
} from '@paywages/wire/recharges/receiver-endpoints.ts'
import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/queries.ts'
import { withDots } from '../records/bank-card-text.ts'
import { providerLabels } from '../records/labels.ts'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { uiLabels } from '../ui/labels.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { useLast } from '../ui/page/use-last.ts'
import { creditLabels as labels, rechargeLabels, statusLabels } from './labels.ts'
import { refreshCredits } from './use-recharge-actions.ts'

type CreditMatchDialogProps = { credit: Credit | undefined; onClose: () => void }

export function CreditMatchDialog({ credit, onClose }: CreditMatchDialogProps) {
  const [chosen, setChosen] = useState<number>()
  const [busy, setBusy] = useState(false)
  const shown = useLast(credit)

  async function match(creditId: number, rechargeId: number): Promise<void> {
    setBusy(true)
    try {
      await call(chooseCredit, { creditId, rechargeId })
      toastSuccess(labels.matched)
      onClose()
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
      await refreshCredits()
    }
  }

  return (
    <Modal
      open={credit !== undefined}
      title={labels.matchTitle}
      width={880}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': uiLabels.close }}
      okText={labels.matchAction}
      okButtonProps={{ disabled: chosen === undefined || busy }}
      cancelText={uiLabels.cancel}
      confirmLoading={busy}
      onOk={() => {
        if (credit !== undefined && chosen !== undefined && !busy) void match(credit.creditId, chosen)
      }}
      onCancel={onClose}
      afterClose={() => setChosen(undefined)}
    >
      {shown === undefined ? null : (
        <>
          <DescriptionList
            items={[
              { label: labels.day, value: shown.day || labels.noDay },
              { label: labels.amount, value: formatYuanGrouped(shown.amountFen) },
              { label: labels.payer, value: shown.payerName || labels.unnamed },
              { label: labels.remark, value: shown.remark },
            ]}
          />
          <Candidates credit={shown} chosen={chosen} onChoose={setChosen} />
          <p className="recharge-note">{labels.note}</p>
        </>
      )}
    </Modal>
  )
}

type CandidatesProps = { credit: Credit; chosen: number | undefined; onChoose: (rechargeId: number) => void }

function Candidates({ credit, chosen, onChoose }: CandidatesProps) {
  const query = useCall(creditCandidates, { creditId: credit.creditId })
  const instead = query.isError ? (
    <ErrorBlock query={query} failure={creditCandidates.failure} />
  ) : query.data === undefined ? undefined : (
    <EmptyBlock title={labels.none} hint={labels.noneHint} />
  )
  return (
    <Radio.Group
      style={{ display: 'block' }}
      value={chosen}
      aria-label={labels.candidates}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      <ListTable<CreditCandidate>
        columns={COLUMNS}
        rows={query.isError ? [] : query.data?.rows}
        rowKey={(row) => row.rechargeId}
        instead={instead}
        stale={query.isPlaceholderData}
        dense
        minWidth={760}
        label={labels.candidates}
        onOpen={(row) => onChoose(row.rechargeId)}
      />
    </Radio.Group>
  )
}

const COLUMNS: readonly ListColumn<CreditCandidate>[] = [
  {
    title: '',
    width: 40,
    render: (_, row) => (
      <Radio value={row.rechargeId} aria-label={labels.choiceOf(rechargeNumber(row.rechargeId))} />
    ),
  },
  { title: rechargeLabels.id, width: 112, render: (_, row) => rechargeNumber(row.rechargeId) },
  { title: providerLabels.provider, width: 136, dataIndex: 'providerName' },
  {
    title: rechargeLabels.payer,
    render: (_, row) => <TwoLines first={row.payerName} second={withDots(row.payerAccount)} />,
  },
  { title: rechargeLabels.payDay, width: 116, dataIndex: 'payDay' },
  { title: rechargeLabels.status, width: 116, render: (_, row) => statusLabels[row.status] },
]
