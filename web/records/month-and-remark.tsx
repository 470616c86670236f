// The month that a payout belongs to, and the words that its sheet carries beside it.

import { Dash } from '../ui/display/description-list.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import './month-and-remark.css'

type Told = { readonly month: string; readonly remark: string }

export function MonthAndRemark({ row: { month, remark } }: { row: Told }) {
  return <TwoLines first={month} second={<RemarkWords remark={remark} lines={2} />} />
}

/** A remark that takes more lines is whole in its tip. */
export function RemarkWords({ remark, lines }: { remark: string; lines: 1 | 2 }) {
  if (remark === '') return <Dash />
  return (
    <span className="remark-words" data-lines={lines} title={remark}>
      {remark}
    </span>
  )
}
