// What may be invoiced and what would remain, above the amount; and the amount in Chinese capitals below it.

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import type { InvoiceQuota } from '@paywages/wire/invoices/shapes.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { applyLabels as labels } from './labels.ts'
import { RedNotice } from './quota-strip.tsx'

type ApplyQuotaProps = { quota: InvoiceQuota | undefined; amountFen: bigint | undefined }

export function ApplyQuota({ quota, amountFen = 0n }: ApplyQuotaProps) {
  const restFen = quota === undefined ? undefined : quota.invoiceableFen - amountFen
  const short = restFen !== undefined && restFen < 0n
  return (
    <>
      {quota === undefined ? null : <RedNotice quota={quota} />}
      <dl className="apply-quota">
        <div>
          <dt>{labels.available}</dt>
          <dd>{quota === undefined ? <SkeletonBar index={1} /> : signedYuan(quota.invoiceableFen)}</dd>
        </div>
        <div data-short={short}>
          <dt>{labels.rest}</dt>
          <dd>
            {restFen === undefined ? (
              <SkeletonBar index={2} />
            ) : short ? (
              `${labels.over} ${signedYuan(-restFen)}`
            ) : (
              signedYuan(restFen)
            )}
          </dd>
        </div>
      </dl>
    </>
  )
}

export function AmountWords({ fen }: { fen: bigint | undefined }) {
  return <span className="apply-words">{fen === undefined ? null : chineseCapitals(fen)}</span>
}
