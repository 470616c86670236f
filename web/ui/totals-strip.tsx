// Up to five figures between two hairlines: label, figure, note (LOOK.md).

import type { ReactNode } from 'react'
import './totals-strip.css'

export type Total = {
  readonly label: string
  readonly figure: ReactNode
  readonly note?: ReactNode
}

export function TotalsStrip({ totals, label }: { totals: readonly Total[]; label: string }) {
  return (
    <dl className="totals-strip" aria-label={label}>
      {totals.map((total) => (
        <div key={total.label} className="total">
          <dt>{total.label}</dt>
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
