// The amount of an application as the hero, with its Chinese capitals (docs/LOOK.md, 11).

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { HeroMoney } from '../ui/display/money.tsx'
import { drawerLabels as labels } from './labels.ts'
import './invoice-amount.css'

export function InvoiceAmount({ fen }: { fen: bigint }) {
  const capitals = chineseCapitals(fen)
  return (
    <div className="invoice-amount">
      <p className="invoice-amount-label">{labels.amount}</p>
      <HeroMoney fen={fen} size={32} />
      <p className="invoice-amount-capitals">{capitals}</p>
    </div>
  )
}
