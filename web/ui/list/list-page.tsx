// THE list block: title, filters, table and pager, with filters and page kept in the address.

import type { AnswerOf, InputOf } from '@paywages/wire/endpoint.ts'
import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { Callable } from '../../api/client.ts'
import { useCall } from '../../api/queries.ts'
import { EmptyBlock, ErrorBlock } from '../feedback/state-blocks.tsx'
import { uiLabels } from '../labels.ts'
import { usePageSearch } from '../page/address.ts'
import { usePageWords } from '../page/page-context.ts'
import { PageTitle } from '../page/page-title.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Choice } from './list-choice.tsx'
import type { ListColumn } from './list-column.ts'
import {
  defaultTexts,
  type Filter,
  type FilterTexts,
  inputFrom,
  namesOf,
  pageFromSearch,
  textsFromSearch,
} from './list-filters.ts'
import { ListTable } from './list-table.tsx'
import { Pager } from './pager.tsx'

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
  choice?: Choice<RowOf<E>> | undefined
  dense?: boolean
  twoLines?: boolean
  /** Below this width the table scrolls sideways. */
  minWidth?: number
}

export function ListPage<E extends Callable>(props: ListPageProps<E>) {
  const { endpoint, filters = [], always, empty, isOpen } = props
  const words = usePageWords()
  const list = useListAddress(filters)
  const input = { ...always, ...inputFrom(filters, list.texts, list.page) } as InputOf<E>
  const query = useCall(endpoint, input, { keepPrevious: true })
  const answer = query.data as { rows: readonly RowOf<E>[]; count: number } | undefined
  useLastPage(answer, list.page, query.isPlaceholderData, list.goTo)

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
        <FilterBar filters={filters} texts={list.texts} defaults={list.defaults} onSearch={search} />
      )}
      {props.strip?.(query.data, query.isError)}
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
        onOpen={props.onOpen}
        rowClassName={(row: RowOf<E>) => (isOpen?.(row) ? 'list-opened' : '')}
        choice={props.choice}
      />
      {query.isError ? null : <Pager page={list.page} total={answer?.count ?? 0} onGo={list.goTo} />}
    </>
  )
}

/** Filters and page as the address holds them; names of other things in the address are left alone. */
function useListAddress(filters: readonly Filter[]) {
  const search = usePageSearch()
  const navigate = useNavigate()
  const now = new Date()
  const texts = textsFromSearch(filters, search, now)
  const defaults = defaultTexts(filters, now)

  function write(nextTexts: FilterTexts, page: number) {
    const own = new Set([...filters.flatMap(namesOf), 'page'])
    const others = Object.entries(search).filter(([name]) => !own.has(name))
    const next = {
      ...Object.fromEntries(others),
      ...nextTexts,
      ...(page === 1 ? {} : { page: String(page) }),
    }
    void navigate({ to: '.', search: next })
  }

  return {
    texts,
    defaults,
    page: pageFromSearch(search),
    /** True when the address already says this, so that the rows have to be asked for again. */
    search: (next: FilterTexts): boolean => {
      const unchanged =
        JSON.stringify(sorted(next)) === JSON.stringify(sorted(texts)) && pageFromSearch(search) === 1
      if (!unchanged) write(next, 1)
      return unchanged
    },
    goTo: (page: number) => write(texts, page),
  }
}

function sorted(texts: FilterTexts): [string, string][] {
  return Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** A page past the end, left behind by a filter or a deletion, becomes the last one there is. */
function useLastPage(
  answer: { readonly rows: readonly unknown[]; readonly count: number } | undefined,
  page: number,
  isPrevious: boolean,
  goTo: (page: number) => void,
): void {
  const last = answer === undefined ? page : Math.max(1, Math.ceil(answer.count / PAGE_SIZE))
  const isPast = !isPrevious && page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo is new at each render and always means the same.
  useEffect(() => {
    if (isPast) goTo(last)
  }, [isPast, last])
}
