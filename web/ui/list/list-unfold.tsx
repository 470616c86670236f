// Rows that unfold in place: a chevron in front of each that can, and what lies behind it below.

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import './list-unfold.css'

export type Unfold<Row> = {
  /** Whether there is anything behind this row. */
  readonly can: (row: Row) => boolean
  readonly label: (row: Row, open: boolean) => string
  readonly render: (row: Row) => ReactNode
}

export const UNFOLD_WIDTH = 36

type UnfoldCellProps<Row> = { unfold: Unfold<Row>; row: Row; open: boolean; onToggle: () => void }

export function UnfoldCell<Row>({ unfold, row, open, onToggle }: UnfoldCellProps<Row>) {
  return (
    <td className="list-unfold">
      {unfold.can(row) ? (
        <button type="button" aria-expanded={open} aria-label={unfold.label(row, open)} onClick={onToggle}>
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      ) : null}
    </td>
  )
}

export function UnfoldedRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className="list-unfolded">
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}
