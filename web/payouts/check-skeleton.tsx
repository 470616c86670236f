// The check page before its batch is there: the same places in grey, so that nothing moves when it comes.

import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { ListTable } from '../ui/list/list-table.tsx'
import { TotalsStrip } from '../ui/list/totals-strip.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { checkLabels as labels } from './labels.ts'
import { rowColumns } from './row-columns.tsx'
import { type RowRoom, rowWidths } from './row-widths.ts'
import './batch-comparison.css'
import './check-page.css'
import './check-rows.css'

const TABLE = { withholdsTax: false, switchRow: undefined, saidOnce: [], compared: undefined } as const

const ROOM: Omit<RowRoom, 'narrow'> = {
  withholdsTax: false,
  switches: false,
  rowCount: 0,
  masked: false,
  compared: false,
  room: Number.POSITIVE_INFINITY,
  maxFen: 0n,
  maxTaxFen: 0n,
}

const TOTALS = [labels.people, labels.gross, labels.fee, labels.settlement, labels.net].map(
  (label, index) => ({ label, figure: <SkeletonBar index={index} /> }),
)

export function CheckSkeleton() {
  const widths = rowWidths({ ...ROOM, narrow: useNarrow() })
  return (
    <>
      <div className="check-strip-empty" />
      <TotalsStrip label={labels.totals} totals={TOTALS} />
      <div className="comparison" />
      <div className="check-rows">
        <div className="check-toolbar check-toolbar-empty" />
        <ListTable<DetailRow>
          columns={rowColumns({ ...TABLE, widths })}
          rows={undefined}
          rowKey={(row) => row.rowId}
          instead={undefined}
          stale={false}
          dense={false}
          minWidth={widths.least}
          label={labels.rows}
          onOpen={undefined}
        />
      </div>
    </>
  )
}
