// The body of a confirmation that moves money on: the amount large and in Chinese capitals, then the figures behind it.

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { ReactNode } from 'react'
import { uiLabels } from '../labels.ts'
import { HeroMoney } from './money.tsx'
import './amount-block.css'

export type AmountLine = {
  readonly label: string
  readonly note?: string
  readonly value: ReactNode
  /** The sum stands below a hairline, bold. */
  readonly sum?: boolean
  /** Bold without the hairline: what remains in the end. */
  readonly strong?: boolean
  /** It does not suffice. */
  readonly short?: boolean
}

type AmountBlockProps = { label: string; fen: Fen; lines: readonly AmountLine[] }

export function AmountBlock({ label, fen, lines }: AmountBlockProps) {
  const capitals = chineseCapitals(fen)
  return (
    <>
      <div className="amount-block">
        <p className="amount-label">{label}</p>
        <HeroMoney fen={fen} size={40} />
        <p className="amount-capitals">{capitals}</p>
      </div>
      <dl className="amount-lines">
        {lines.map((line) => (
          <div
            key={line.label}
            data-sum={line.sum ?? false}
            data-strong={line.strong ?? false}
            data-short={line.short ?? false}
          >
            <dt>
              {line.label}
              {line.note === undefined ? null : <span className="amount-note">{line.note}</span>}
            </dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** ¥1,234.00 in a line of text; a missing sum is −¥1,234.00. */
export function signedYuan(fen: Fen): string {
  const minus = fen < 0n ? uiLabels.minusSign : ''
  return `${minus}${uiLabels.yuanSign}${formatYuanGrouped(fen < 0n ? -fen : fen)}`
}
