// Money as people read it: plain in cells, with a small sign and small decimals where it is the hero.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { uiLabels } from '../labels.ts'
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

type HeroMoneyProps = {
  fen: Fen
  /** 20 and 24 figures in strips, 32 hero, 40 in confirmations. */
  size: 20 | 24 | 32 | 40
  /** Left out where the label names the unit. */
  sign?: boolean
}

export function HeroMoney({ fen, size, sign = true }: HeroMoneyProps) {
  const [whole, cents] = formatYuanGrouped(fen).split('.')
  return (
    <span className={`hero-money hero-money-${size}`}>
      {sign ? <span className="hero-sign">{uiLabels.yuanSign}</span> : null}
      {whole}
      <span className="hero-cents">.{cents}</span>
    </span>
  )
}
