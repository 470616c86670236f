// The bank's own receipt of one payout, cut out of its page: looked at in a drawer; each look is written down (D33).

import { payoutReceipt } from '@paywages/wire/bank-statements/endpoints.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { addressOf } from '../api/client.ts'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { ExportButton } from '../ui/list/export-button.tsx'
import { recordLabels as labels } from './labels.ts'
import './receipt-drawer.css'

type ReceiptDrawerProps = {
  record: Pick<PayoutRecord, 'rowId' | 'batchNo' | 'rowNumber'>
  open: boolean
  onClose: () => void
}

export function ReceiptDrawer({ record, open, onClose }: ReceiptDrawerProps) {
  const { rowId, batchNo, rowNumber } = record
  const title = labels.receiptOf(batchNo, rowNumber)
  return (
    <DetailDrawer
      open={open}
      title={title}
      width="min(920px, 72vw)"
      actions={<ExportButton endpoint={payoutReceipt} input={{ rowId }} label={labels.receiptDownload} />}
      onClose={onClose}
    >
      <figure className="receipt-cut">
        {open ? <img src={addressOf(payoutReceipt, { rowId, inline: '1' })} alt={title} /> : null}
        <figcaption>{labels.receiptAlone}</figcaption>
      </figure>
    </DetailDrawer>
  )
}
