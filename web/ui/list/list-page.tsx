// THE list block: title, filters, table and pager, with filters, sorting and page kept in the address.

import type { AnswerOf, InputOf } from '@paywages/wire/endpoint.ts'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { Callable } from '../../api/client.ts'
import { useCall } from '../../api/queries.ts'
import { EmptyBlock, ErrorBlock } from '../feedback/state-blocks.tsx'
import { uiLabels } from '../labels.ts'
import { usePageWords } from '../page/page-context.ts'
import { PageTitle } from '../page/page-title.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Choice } from './list-choice.tsx'
import type { ListColumn } from './list-column.ts'
import { type Filter, type FilterTexts, inputFrom } from './list-filters.ts'
import { ListSum, type Summed } from './list-sum.tsx'
import { ListTable } from './list-table.tsx'
import type { Unfold } from './list-unfold.tsx'
import { Pager } from './pager.tsx'
import { type ListAddress, useListAddress } from './use-list-address.ts'
import { type OpenedRow, useRowDrawer } from './use-row-drawer.ts'

type RowOf<E> = AnswerOf<E> extends { readonly rows: readonly (infer Row)[] } ? Row & object : never

type ListPageProps<E extends Callable> = {
  endpoint: E
  columns: readonly ListColumn<RowOf<E>>[]
  rowKey: (row: RowOf<E>) => string | number
  /** What is said when there is nothing at all, and what one can do about it. */
  empty: { readonly title: string; readonly hint: ReactNode; readonly actions?: ReactNode }
  filters?: readonly Filter<keyof InputOf<E> & string>[]
  /** Asked where no filter says otherwise, such as the batch whose rows these are. */
  always?: Partial<InputOf<E>>
  /** May depend on the answer once there is one. */
  actions?: ReactNode | ((answer: AnswerOf<E> | undefined) => ReactNode)
  title?: string
  /** Beside the title, where the list is about one record. */
  tag?: ReactNode
  purpose?: ReactNode
  /** Stands below the title: what holds for the whole page. */
  notice?: ReactNode
  /** Stands between filters and table; gets the answer once there is one, and is told when there will be none. */
  strip?: (answer: AnswerOf<E> | undefined, failed: boolean) => ReactNode
  onOpen?: (row: RowOf<E>) => void
  /** The row that stands open beside the list. */
  isOpen?: (row: RowOf<E>) => boolean
  /** Shows the row that the address names; rows open it, unless they open something else. */
  drawer?: (opened: OpenedRow<RowOf<E>>) => ReactNode
  choice?: Choice<RowOf<E>> | undefined
  /** What lies behind a row, shown below it. */
  unfold?: Unfold<RowOf<E>> | undefined
  dense?: boolean
  twoLines?: boolean
  /** Below this width the table scrolls sideways. */
  minWidth?: number
  /** Where the list counts no further; a larger total says that there are more. */
  countsUpTo?: number
}

export function ListPage<E extends Callable>(props: ListPageProps<E>) {
  const { endpoint, filters = [], always, empty, drawer } = props
  const words = usePageWords()
  const list = useListAddress(filters, props.columns)
  const input = {
    ...always,
    ...inputFrom(filters, list.texts, list.page, list.size),
    ...(list.sort === undefined ? {} : { sort: list.sort }),
  } as InputOf<E>
  const query = useCall(endpoint, input, { keepPrevious: true })
  const answer = query.data as (Summed & { rows: readonly RowOf<E>[] }) | undefined
  useLastPage(answer, list, query.isPlaceholderData)
  const beside = useRowDrawer({
    rows: answer?.rows,
    rowKey: props.rowKey,
    page: list.page,
    size: list.size,
    count: answer?.count ?? 0,
    stale: query.isPlaceholderData,
  })
  const onOpen = props.onOpen ?? (drawer === undefined ? undefined : beside.open)
  const isOpen = props.isOpen ?? (drawer === undefined ? undefined : beside.isOpen)

  function search(texts: FilterTexts) {
    const unchanged = list.search(texts)
    if (unchanged) void query.refetch()
  }

  const filtered = JSON.stringify(list.texts) !== JSON.stringify(list.defaults)
  const instead = query.isError ? (
    <ErrorBlock query={query} failure={endpoint.failure} />
  ) : answer === undefined ? undefined : filtered ? (
    <EmptyBlock title={uiLabels.nothingFits} hint={uiLabels.nothingFitsHint}>
      <Button onClick={() => search(list.defaults)}>{uiLabels.clearFilters}</Button>
    </EmptyBlock>
  ) : (
    <EmptyBlock title={empty.title} hint={empty.hint}>
      {empty.actions}
    </EmptyBlock>
  )

  const sum = query.isError ? null : <ListSum answer={answer} />
  return (
    <>
      <PageTitle
        {...(props.title === undefined ? {} : { title: props.title })}
        tag={props.tag}
        purpose={props.purpose}
        actions={typeof props.actions === 'function' ? props.actions(query.data) : props.actions}
      />
      {props.notice}
      {filters.length === 0 ? null : (
        <FilterBar
          filters={filters}
          texts={list.texts}
          defaults={list.defaults}
          onSearch={search}
          beside={filters.length === 1 ? sum : null}
        />
      )}
      {props.strip?.(query.data, query.isError)}
      {filters.length === 1 ? null : sum}
      <ListTable
        columns={props.columns}
        rows={query.isError ? [] : answer?.rows}
        rowKey={props.rowKey}
        instead={instead}
        stale={query.isPlaceholderData}
        dense={props.dense ?? false}
        twoLines={props.twoLines ?? false}
        minWidth={props.minWidth ?? 960}
        label={props.title ?? words.title}
        onOpen={onOpen}
        rowClassName={(row: RowOf<E>) => (isOpen?.(row) ? 'list-opened' : '')}
        choice={props.choice}
        unfold={props.unfold}
        sort={list.sort}
        onSort={list.sortBy}
        count={answer?.count}
      />
      {query.isError ? null : (
        <Pager
          page={list.page}
          total={answer?.count ?? 0}
          onGo={list.goTo}
          size={list.size}
          onSize={list.resize}
          countsUpTo={props.countsUpTo}
        />
      )}
      {drawer?.(beside.opened)}
    </>
  )
}

/** A page past the end, left behind by a filter or a deletion, becomes the last one there is. */
function useLastPage(
  answer: { readonly rows: readonly unknown[]; readonly count: number } | undefined,
  { page, size, goTo }: ListAddress,
  isPrevious: boolean,
): void {
  const last = answer === undefined ? page : Math.max(1, Math.ceil(answer.count / size))
  const isPast = !isPrevious && page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo is new at each render and always means the same.
  useEffect(() => {
    if (isPast) goTo(last)
  }, [isPast, last])
}
