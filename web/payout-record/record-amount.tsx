// What a payout comes to: the net amount large, what it is made of beside it, and why it failed below.

import { netOf } from '@paywages/domain/ledger/postings.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { HeroMoney } from '../ui/display/money.tsx'
import { recordLabels as labels } from './labels.ts'

export function RecordAmount({ record }: { record: PayoutRecord }) {
  const { amountFen, taxFen, vatFen, feeFen, error } = record
  const parts = [
    [labels.gross, amountFen],
    [labels.tax, taxFen],
    ...(vatFen === 0n ? [] : [[labels.vat, vatFen] as const]),
    [labels.fee, feeFen],
  ] as const
  return (
    <>
      <div className="record-amount">
        <div>
          <p className="record-label">{labels.net}</p>
          <HeroMoney fen={netOf(record)} size={32} />
        </div>
        <dl>
          {parts.map(([label, fen]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatYuanGrouped(fen)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {error === '' ? null : (
        <p className="record-reason">
          <span>{labels.reason}</span> {error}
        </p>
      )}
    </>
  )
}
