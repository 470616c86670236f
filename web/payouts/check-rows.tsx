// The rows of a batch: tabs by level, a search, the table in the order asked for, and its pager.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { batchRows } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead, DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import { keyOf, useCall } from '../api/queries.ts'
import { PayoutDrawer } from '../payout-record/payout-drawer.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { uiLabels } from '../ui/labels.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { useRowDrawer } from '../ui/list/use-row-drawer.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { useWidth } from '../ui/page/use-width.ts'
import { CheckToolbar } from './check-toolbar.tsx'
import { checkLabels as labels } from './labels.ts'
import { type RowTable, rowColumns } from './row-columns.tsx'
import { rowWidths } from './row-widths.ts'
import { orderOf, pageInput, sortOf } from './rows-address.ts'
import { useComparedRows } from './use-comparison.ts'
import { useRowChoice } from './use-row-choice.ts'
import { useRowSwitch } from './use-row-switch.ts'
import './check-rows.css'

const rowKey = (row: DetailRow) => row.rowId

/** The table reaches past the page's edges, 8 on each side. */
const OUTSIDE = 16

type CheckRowsProps = { batch: BatchHead; maySwitch: boolean }

export function CheckRows({ batch, maySwitch }: CheckRowsProps) {
  const { choice, choose } = useRowChoice()
  const input = pageInput(batch, choice)
  const query = useCall(batchRows, input, { keepPrevious: true })
  const switchRow = useRowSwitch(keyOf(batchRows, input), batch.withholdsTax)
  const { withholdsTax, rowCount } = batch
  const rows = query.data?.rows ?? []
  const [place, width] = useWidth<HTMLDivElement>()
  const compared = useComparedRows(batch.batchId, rows)
  const widths = rowWidths({
    withholdsTax,
    switches: maySwitch,
    rowCount,
    masked: rows.some((row) => row.masked),
    narrow: useNarrow(),
    compared: compared !== undefined,
    room: width + OUTSIDE,
    maxFen: largest(rows.map((row) => row.amountFen)),
    maxTaxFen: largest(rows.map((row) => row.taxFen)),
  })
  const table: RowTable = {
    withholdsTax,
    saidOnce: batch.saidOnce,
    switchRow: maySwitch ? switchRow : undefined,
    compared,
    widths,
  }
  const count = query.data?.count ?? 0
  const { opened, open, isOpen } = useRowDrawer({
    rows: query.data?.rows,
    rowKey,
    page: choice.page,
    size: choice.size,
    count,
    stale: query.isPlaceholderData,
  })
  const last = query.data === undefined ? choice.page : Math.max(1, Math.ceil(count / choice.size))
  const isPast = !query.isPlaceholderData && choice.page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: choose is new at each render and always means the same.
  useEffect(() => {
    if (isPast) choose({ page: last })
  }, [isPast, last])

  const instead = query.isError ? (
    <ErrorBlock query={query} failure={batchRows.failure} />
  ) : query.data === undefined ? undefined : (
    <NoRows
      filtered={
        choice.view !== 'all' ||
        choice.kind !== undefined ||
        choice.change !== undefined ||
        choice.text !== ''
      }
      onClear={() => choose({ view: 'all', kind: undefined, change: undefined, text: '' })}
    />
  )
  return (
    <div className="check-rows" ref={place}>
      <CheckToolbar batch={batch} choice={choice} onChoose={choose} />
      <ListTable
        columns={rowColumns(table)}
        rows={query.isError ? [] : query.data?.rows}
        rowKey={rowKey}
        rowClassName={(row) =>
          `${row.status === 'cancelled' ? 'row-cancelled' : ''} ${isOpen(row) ? 'list-opened' : ''}`.trim()
        }
        instead={instead}
        stale={query.isPlaceholderData}
        dense={false}
        minWidth={widths.least}
        label={labels.rows}
        sort={sortOf(choice.order)}
        onSort={(sort) => choose({ order: orderOf(sort) })}
        onOpen={open}
      />
      {query.isError ? null : (
        <Pager
          page={choice.page}
          total={count}
          onGo={(page) => choose({ page })}
          size={choice.size}
          onSize={(size) => choose({ size })}
        />
      )}
      <PayoutDrawer opened={opened} />
    </div>
  )
}

const largest = (amounts: readonly Fen[]) => amounts.reduce((most, fen) => (fen > most ? fen : most), 0n)

function NoRows({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <EmptyBlock title={labels.emptyRows} hint={labels.emptyRowsHint} />
  return (
    <EmptyBlock title={uiLabels.nothingFits} hint={uiLabels.nothingFitsHint}>
      <Button onClick={onClear}>{uiLabels.clearFilters}</Button>
    </EmptyBlock>
  )
}
