// The people behind a line of the fund flow, a page at a time: what each was paid, with tax and fee, or what came back.

import type { FlowKind } from '@paywages/domain/ledger/fund-flow.ts'
import { type BatchFlowRow, type FlowPersonRow, flowPeople } from '@paywages/wire/funds/fund-flow.ts'
import { useCall } from '../api/queries.ts'
import { batchAddress, RESULTS_PAGE } from '../records/batch-address.ts'
import { MoneyCell } from '../ui/display/money.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { usePageSize } from '../ui/list/use-page-size.ts'
import { ROW_IN_ADDRESS } from '../ui/list/use-row-address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { flowLabels as labels } from './labels.ts'

type FlowPeopleProps = { row: BatchFlowRow; kind: FlowKind | undefined }

export function FlowPeople({ row, kind }: FlowPeopleProps) {
  const { page, size, goTo, resize } = usePageSize()
  const { batchId, day, side } = row
  const people = row.kinds[0]?.lines ?? 1
  const query = useCall(
    flowPeople,
    {
      batchId: batchId ?? 0,
      day,
      side,
      index: page - 1,
      size,
      ...(kind === undefined ? {} : { kind }),
    },
    { keepPrevious: true },
  )
  return (
    <div className="flow-people">
      <ListTable
        columns={personColumns(batchId ?? 0)}
        rows={query.isError ? [] : query.data?.rows}
        rowKey={({ rowId }) => rowId}
        instead={query.isError ? <ErrorBlock query={query} failure={flowPeople.failure} /> : undefined}
        stale={query.isPlaceholderData}
        dense
        minWidth={640}
        label={labels.peopleOf(row.batchNo)}
        onOpen={undefined}
        skeletonRows={Math.min(people, size)}
      />
      <Pager page={page} total={query.data?.count ?? 0} onGo={goTo} size={size} onSize={resize} />
    </div>
  )
}

function personColumns(batchId: number): readonly ListColumn<FlowPersonRow>[] {
  const money = (title: string, fen: (row: FlowPersonRow) => bigint): ListColumn<FlowPersonRow> => ({
    title,
    width: 124,
    align: 'right',
    render: (_, row) => (fen(row) === 0n ? null : <MoneyCell fen={fen(row)} />),
  })
  return [
    { title: labels.rowNumber, width: 72, dataIndex: 'rowNumber' },
    {
      title: labels.payee,
      render: (_, { rowId, payeeName }) => (
        <PageLink
          className="flow-link flow-whole"
          to={RESULTS_PAGE}
          search={{ ...batchAddress(batchId), [ROW_IN_ADDRESS]: String(rowId) }}
        >
          {payeeName}
        </PageLink>
      ),
    },
    money(labels.net, ({ payoutFen }) => payoutFen),
    money(labels.tax, ({ taxFen, vatFen }) => taxFen + vatFen),
    money(labels.fee, ({ feeFen }) => feeFen),
    money(labels.sum, ({ amountFen }) => amountFen),
  ]
}
