// The page of transfers before its batch is there: the same places in grey.

import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { usePageWords } from '../ui/page/page-context.ts'
import { useLaptop, useNarrow } from '../ui/page/use-narrow.ts'
import { ProgressSkeleton } from './progress-panel.tsx'
import { inTwoLines, resultColumns, resultsWidth } from './result-columns.tsx'

export function ResultsSkeleton() {
  const table = { withholdsTax: false, narrow: useNarrow(), laptop: useLaptop() }
  const { title } = usePageWords()
  return (
    <>
      <ProgressSkeleton />
      <div className="progress-filters" />
      <ListTable<DetailRow>
        columns={resultColumns({ ...table, onOpen: () => {}, onView: () => {} })}
        rows={undefined}
        rowKey={(row) => row.rowId}
        instead={undefined}
        stale={false}
        dense
        twoLines={inTwoLines(table)}
        minWidth={resultsWidth(table)}
        label={title}
        onOpen={undefined}
      />
    </>
  )
}
