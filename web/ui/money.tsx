// Money as people read it: plain in cells, with a small sign and small decimals where it is the hero.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { uiLabels } from './labels.ts'
import './money.css'

/** A cell's amount; the unit stands in the head. Failure amounts are red only when there are any. */
export function MoneyCell({ fen, failure = false }: { fen: Fen; failure?: boolean }) {
  const tone = fen === 0n ? 'zero' : failure ? 'failure' : undefined
  return (
    <span className="money-cell" data-tone={tone}>
      {formatYuanGrouped(fen)}
    </span>
  )
}

/** sizes: 20 figures in strips, 32 hero, 40 in confirmations. */
export function HeroMoney({ fen, size }: { fen: Fen; size: 20 | 32 | 40 }) {
  const [whole, cents] = formatYuanGrouped(fen).split('.')
  return (
    <span className={`hero-money hero-money-${size}`}>
      <span className="hero-sign">{uiLabels.yuanSign}</span>
      {whole}
      <span className="hero-cents">.{cents}</span>
    </span>
  )
}
