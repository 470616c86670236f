// What a company may still have invoiced, as five figures, and in red what was invoiced too much (D30).

import { invoiceQuota } from '@paywages/wire/invoices/endpoints.ts'
import type { InvoiceQuota } from '@paywages/wire/invoices/shapes.ts'
import { Button } from 'antd'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { HeroMoney } from '../ui/display/money.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { uiLabels } from '../ui/labels.ts'
import { TotalsStrip } from '../ui/list/totals-strip.tsx'
import { quotaLabels as labels } from './labels.ts'
import { redOf } from './red-notice.ts'
import './quota-strip.css'

type QuotaStripProps = {
  /** Without one, the own company. */
  providerId: number | undefined
}

export function QuotaStrip({ providerId }: QuotaStripProps) {
  const { data, isError, isFetching, refetch } = useCall(
    invoiceQuota,
    providerId === undefined ? {} : { providerId },
  )
  if (isError) {
    return (
      <div className="quota-failed" role="alert">
        {labels.failed}
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {uiLabels.retry}
        </Button>
      </div>
    )
  }
  return (
    <div className="quota-strip">
      {data === undefined ? null : <RedNotice quota={data} />}
      <TotalsStrip
        label={
          providerId === undefined || data === undefined ? labels.title : labels.titleOf(data.providerName)
        }
        totals={[
          { label: labels.gross, figure: figure(data?.grossFen) },
          { label: labels.fee, figure: figure(data?.feeFen) },
          { label: labels.invoiced, figure: figure(data?.invoicedFen) },
          { label: labels.applied, figure: figure(data?.appliedFen) },
          { label: labels.invoiceable, figure: figure(data?.invoiceableFen) },
        ]}
      />
    </div>
  )
}

function figure(fen: bigint | undefined) {
  if (fen === undefined) return <SkeletonBar index={0} />
  if (fen >= 0n) return <HeroMoney fen={fen} size={20} />
  return (
    <span className="quota-negative">
      {uiLabels.minusSign}
      <HeroMoney fen={-fen} size={20} />
    </span>
  )
}

/** Nothing where all is in order. */
export function RedNotice({ quota }: { quota: InvoiceQuota }) {
  const { manager, superManager } = useCurrentUser()
  const red = redOf(quota)
  if (red === undefined) return null
  if (red.kind === 'over') {
    return (
      <Notice tone="bad" title={labels.red(signedYuan(red.fen))}>
        {manager || superManager ? labels.redTextManager : labels.redText}
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={labels.negative(signedYuan(red.fen))}>
      {labels.negativeText}
    </Notice>
  )
}
