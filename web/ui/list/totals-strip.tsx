// Up to five figures between two hairlines: label, figure, note (docs/LOOK.md).

import type { ReactNode } from 'react'
import type { Tone } from '../display/status-tag.tsx'
import './totals-strip.css'

export type Total = {
  readonly label: string
  readonly figure: ReactNode
  readonly note?: ReactNode
  /** A dot before the label, in the colour that a bar or a tag gives this state. */
  readonly dot?: Tone
}

type TotalsStripProps = {
  totals: readonly Total[]
  label: string
  /** Without the hairlines above and below, where a bar stands over the figures. */
  bare?: boolean
}

export function TotalsStrip({ totals, label, bare = false }: TotalsStripProps) {
  return (
    <dl className="totals-strip" data-bare={bare} aria-label={label}>
      {totals.map((total) => (
        <div key={total.label} className="total">
          <dt data-dot={total.dot}>{total.label}</dt>
          <dd className="total-figure">{total.figure}</dd>
          <dd className="total-note">{total.note}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A count with its unit small beside it. */
export function CountFigure({ count, unit }: { count: number; unit: string }) {
  return (
    <span className="count-figure">
      {count.toLocaleString('en-US')}
      <span className="count-unit">{unit}</span>
    </span>
  )
}
