// The check page before its batch is there: the same places in grey, so that nothing moves when it comes.

import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { ListTable } from '../ui/list/list-table.tsx'
import { TotalsStrip } from '../ui/list/totals-strip.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { checkLabels as labels } from './labels.ts'
import { type RowTable, rowColumns, rowsWidth } from './row-columns.tsx'
import './batch-comparison.css'
import './check-page.css'
import './check-rows.css'

const TABLE: Omit<RowTable, 'narrow'> = {
  withholdsTax: false,
  switchRow: undefined,
  rowCount: 0,
  saidOnce: [],
  masked: false,
  maxFen: 0n,
  compared: undefined,
  room: 0,
}

const TOTALS = [labels.people, labels.gross, labels.fee, labels.settlement, labels.net].map(
  (label, index) => ({ label, figure: <SkeletonBar index={index} /> }),
)

export function CheckSkeleton() {
  const table = { ...TABLE, narrow: useNarrow() }
  return (
    <>
      <div className="check-strip-empty" />
      <TotalsStrip label={labels.totals} totals={TOTALS} />
      <div className="comparison" />
      <div className="check-rows">
        <div className="check-toolbar check-toolbar-empty" />
        <ListTable<DetailRow>
          columns={rowColumns(table)}
          rows={undefined}
          rowKey={(row) => row.rowId}
          instead={undefined}
          stale={false}
          dense={false}
          minWidth={rowsWidth(table)}
          label={labels.rows}
          onOpen={undefined}
        />
      </div>
    </>
  )
}
