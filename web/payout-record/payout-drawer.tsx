// One payout whole, beside any list of payouts: amount, facts, its way to the bank, its statement page and its tax (docs/LOOK.md, 17).

import { payoutEvidence } from '@paywages/wire/bank-statements/endpoints.ts'
import { payoutRecord } from '@paywages/wire/payouts/endpoints.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import { type ReactNode, useState } from 'react'
import { useCall } from '../api/queries.ts'
import { RowStatusTag } from '../records/row-status-tag.tsx'
import { type ShownStatement, StatementDrawer } from '../records/statement-drawer.tsx'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { ExportButton } from '../ui/list/export-button.tsx'
import type { OpenedRow } from '../ui/list/use-row-drawer.ts'
import { useLast } from '../ui/page/use-last.ts'
import { CopyFailed } from './copy-failed.tsx'
import { recordLabels as labels } from './labels.ts'
import { RecordAmount } from './record-amount.tsx'
import { RecordFacts } from './record-facts.tsx'
import { RegisterReturn } from './register-return.tsx'
import { StatementAndTax } from './statement-and-tax.tsx'
import { MoneyTrail, TransferSteps } from './transfer-history.tsx'
import { TransferStateTag } from './transfer-state-tag.tsx'
import './payout-drawer.css'

type PayoutDrawerProps = {
  opened: OpenedRow
  /** Above the history, such as what people proposed. */
  before?: ReactNode
  actions?: ReactNode
}

export function PayoutDrawer({ opened, before, actions }: PayoutDrawerProps) {
  const { id, onClose, onClosed, ...steps } = opened
  const open = id !== undefined
  const rowId = useLast(id) ?? 0
  const [statement, setStatement] = useState<ShownStatement>()
  const asked = { enabled: open, keepPrevious: true }
  const query = useCall(payoutRecord, { rowId }, asked)
  const record = query.data
  return (
    <>
      <DetailDrawer
        open={open}
        title={record === undefined ? labels.loading : labels.title(record.batchNo, record.rowNumber)}
        tag={record === undefined ? null : <RecordTag record={record} />}
        actions={
          <>
            {record?.hasReceipt === true ? (
              <ExportButton
                endpoint={payoutEvidence}
                input={{ rowId: record.rowId }}
                label={labels.evidence}
              />
            ) : null}
            {record === undefined ? null : <RegisterReturn record={record} />}
            {record?.status === 'failed' ? (
              <CopyFailed batch={record} rowId={record.rowId} count={1} fen={record.amountFen} />
            ) : null}
            {actions}
          </>
        }
        steps={steps}
        onClose={onClose}
        onClosed={onClosed}
      >
        {query.isError ? (
          <ErrorBlock query={query} failure={payoutRecord.failure} />
        ) : record === undefined ? (
          <DescriptionSkeleton rows={8} columns={1} />
        ) : (
          <div className="payout-record" data-stale={query.isPlaceholderData} key={record.rowId}>
            <RecordAmount record={record} />
            <RecordFacts record={record} />
            {before}
            <TransferSteps record={record} />
            <StatementAndTax record={record} onView={setStatement} />
            <MoneyTrail record={record} />
          </div>
        )}
      </DetailDrawer>
      <StatementDrawer statement={statement} onClose={() => setStatement(undefined)} />
    </>
  )
}

/** The transfer's own state has more words than the row's: 退票, 待人工核实. */
function RecordTag({ record }: { record: PayoutRecord }) {
  const { data } = useCall(transferHistory, { rowId: record.rowId })
  if (data?.state == null) return <RowStatusTag status={record.status} />
  return <TransferStateTag state={data.state} />
}
