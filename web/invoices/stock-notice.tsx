// Whether the month's stock has an invoice of this type and amount, and who else of the platform has one (D28).

import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { stockAnswer } from '@paywages/wire/invoice-stock/endpoints.ts'
import { useCall } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useDebounced } from '../ui/page/use-debounced.ts'
import { stockLabels as labels } from './labels.ts'
import './stock-notice.css'

type StockNoticeProps = {
  /** Without one, the own company; with one, who asks is to agree to it. */
  providerId?: number
  type: InvoiceType
  amountFen: bigint
}

export function StockNotice({ providerId, type, amountFen }: StockNoticeProps) {
  const asked = useDebounced(amountFen)
  const whose = providerId === undefined ? {} : { providerId }
  const { data, isError } = useCall(stockAnswer, { ...whose, type, amountFen: asked }, { keepPrevious: true })
  if (isError) return <p className="stock-line">{labels.failed}</p>
  if (data === undefined) return <p className="stock-line">{labels.asking}</p>
  const { answer, recommended } = data
  const rest = [data.remainingCount.toLocaleString('en-US'), signedYuan(data.remainingFen)] as const
  if (answer === 'enough') return <p className="stock-line">{labels.enough(...rest)}</p>
  return (
    <div className="stock-notice" role="status">
      <Notice tone="wait" title={labels.titles[answer]}>
        {answer === 'short' ? labels.rest(...rest) : null}
        {providerId === undefined ? labels.stillOpen : labels.beforeAgreeing}
        <br />
        {recommended.length === 0 ? labels.nobody : labels.recommended(recommended.join('、'))}
      </Notice>
    </div>
  )
}
