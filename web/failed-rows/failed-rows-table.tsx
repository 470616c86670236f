// Rows that were refused: what happened in a few words, chips by reason, and the rows with what is wrong with each.

import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { usePageSize } from '../ui/list/use-page-size.ts'
import { countReasons, reasonsOf } from './failure-reasons.ts'
import { ReasonChips } from './reason-chips.tsx'
import './failed-rows-dialog.css'

/** Stands in the dialog's title. */
export function FailedRowsHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="failed-head">
      <span className="failed-badge" aria-hidden="true">
        <TriangleAlert size={20} />
      </span>
      <div>
        <p className="failed-title">{title}</p>
        <p className="failed-summary">{children}</p>
      </div>
    </div>
  )
}

type FailedRowsTableProps<Row> = {
  rows: readonly Row[]
  /** How many there are; `rows` may be the first of them only. */
  all: number
  columns: readonly ListColumn<Row>[]
  minWidth: number
  label: string
  /** As high as a full page of rows, so that nothing jumps. */
  steady?: boolean
}

export function FailedRowsTable<Row extends { readonly rowNumber: number; readonly reason: string }>(
  props: FailedRowsTableProps<Row>,
) {
  const { rows, all, columns, minWidth, label, steady = false } = props
  const [reason, setReason] = useState<string>()
  const { page, size, goTo, resize } = usePageSize()
  const counts = useMemo(() => countReasons(rows), [rows])
  const chosen = useMemo(
    () => (reason === undefined ? rows : rows.filter((row) => reasonsOf(row).includes(reason))),
    [rows, reason],
  )

  function choose(next: string | undefined) {
    setReason(next)
    goTo(1)
  }

  return (
    <>
      <ReasonChips all={all} counts={counts} chosen={reason} onChoose={choose} />
      <div className={steady ? 'failed-table' : ''}>
        <ListTable
          columns={columns}
          rows={chosen.slice((page - 1) * size, page * size)}
          rowKey={(row) => row.rowNumber}
          instead={null}
          stale={false}
          dense
          minWidth={minWidth}
          label={label}
          onOpen={undefined}
        />
      </div>
      <Pager page={page} total={chosen.length} onGo={goTo} size={size} onSize={resize} />
    </>
  )
}
