// The stock of a month to look at: of the past, and for those who keep none.

import type { Stock } from '@paywages/wire/invoice-stock/endpoints.ts'
import { Button, Modal } from 'antd'
import { EmptyBlock } from '../ui/feedback/state-blocks.tsx'
import { uiLabels } from '../ui/labels.ts'
import { stockLabels as labels } from './labels.ts'
import { StockTable } from './stock-table.tsx'

type StockDialogProps = { stock: Stock; open: boolean; onClose: () => void }

export function StockDialog({ stock, open, onClose }: StockDialogProps) {
  return (
    <Modal
      className="dialog-form"
      open={open}
      title={labels.lookTitle}
      width={960}
      centered
      footer={<Button onClick={onClose}>{uiLabels.close}</Button>}
      onCancel={onClose}
    >
      <p className="dialog-object">{labels.object(stock.providerName, stock.month)}</p>
      {stock.lines.length === 0 ? (
        <EmptyBlock title={labels.unknown} hint={labels.unknownHint} />
      ) : (
        <StockTable lines={stock.lines} />
      )}
    </Modal>
  )
}
