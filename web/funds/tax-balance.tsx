// One quiet line: the tax owed of all time, what is proved to be paid of it, and what is left; nothing where nobody withholds.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { TaxBalance } from '@paywages/wire/funds/money-view.ts'
import { taxBalanceLabels as labels } from './labels.ts'
import './tax-balance.css'

export function TaxBalanceLine({ tax }: { tax: TaxBalance | null | undefined }) {
  if (!tax) return null
  return (
    <p className="tax-standing">
      {labels.standing(formatYuanGrouped(tax.payableFen), formatYuanGrouped(tax.paidFen))}，{openOf(tax)}
    </p>
  )
}

/** What is left to pay stands out; a payout that came back after its month was paid leaves more paid than owed. */
function openOf({ openFen }: TaxBalance) {
  if (openFen === 0n) return labels.settled
  const money = labels.yuan(formatYuanGrouped(openFen > 0n ? openFen : -openFen))
  return (
    <>
      {openFen > 0n ? labels.open : labels.over} <b>{money}</b>
    </>
  )
}
