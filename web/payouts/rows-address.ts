// Which rows of a batch are shown, kept in the address: the view, one kind of warning, what changed since an earlier batch, a search, the order, the page and its size.

import { BATCH_CHANGES, type BatchChange } from '@paywages/domain/payouts/batch-comparison.ts'
import { SHOWN_WARNINGS, type ShownWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import type { batchRows } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { pageFromSearch } from '../ui/list/list-filters.ts'
import type { AnySort } from '../ui/list/list-sort.ts'
import { ROW_IN_ADDRESS } from '../ui/list/use-row-address.ts'
import { recordNumber } from '../ui/page/address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const ROW_VIEWS = ['all', 'high', 'notice', 'cancelled'] as const
export type RowView = (typeof ROW_VIEWS)[number]

/** By risk and then amount unless another order is asked for. */
const ROW_ORDERS = ['warnings', 'sheet', 'amount', '-amount'] as const
export type RowOrder = (typeof ROW_ORDERS)[number]

/** As the heads show it: the highest warnings stand first, the sheet's rows as they come. */
export function sortOf(order: RowOrder): AnySort {
  return { by: order.replace('-', ''), descending: order === 'warnings' || order === '-amount' }
}

/** What a click on a head asks for; a click that asks for none leads back to the warnings. */
export function orderOf(sort: AnySort | undefined): RowOrder {
  if (sort?.by === 'amount') return sort.descending ? '-amount' : 'amount'
  return sort?.by === 'sheet' ? 'sheet' : 'warnings'
}

export type RowChoice = {
  readonly view: RowView
  /** Only in the view of all. */
  readonly kind: ShownWarning | undefined
  /** Only rows that are paid. */
  readonly change: BatchChange | undefined
  /** The batch to compare with; the newest of the series without it. */
  readonly earlierId: number | undefined
  readonly text: string
  readonly order: RowOrder
  readonly page: number
  readonly size: number
}

/** The size is the address's, or the one that the person remembers. */
export function choiceFrom(search: PageSearch, size: number): RowChoice {
  const view = ROW_VIEWS.find((one) => one === search.view) ?? 'all'
  return {
    view,
    kind: view === 'all' ? SHOWN_WARNINGS.find((kind) => kind === search.kind) : undefined,
    change: view === 'cancelled' ? undefined : BATCH_CHANGES.find((change) => change === search.change),
    earlierId: recordNumber(search.earlier),
    text: (search.text ?? '').trim().slice(0, 30),
    order: ROW_ORDERS.find((order) => order === search.sort) ?? 'warnings',
    page: pageFromSearch(search),
    size,
  }
}

/** The address with another choice; what else stands in it stays, but for an open row, which belongs to the rows of now. */
export function searchWith(search: PageSearch, choice: RowChoice): PageSearch {
  const { view, kind, change, earlier, text, sort, page, size, [ROW_IN_ADDRESS]: row, ...others } = search
  const isSizeSaid = choice.page !== 1 || choice.order !== 'warnings' || choice.size !== PAGE_SIZE
  return {
    ...others,
    ...(choice.view === 'all' ? {} : { view: choice.view }),
    ...(choice.kind === undefined ? {} : { kind: choice.kind }),
    ...(choice.change === undefined ? {} : { change: choice.change }),
    ...(choice.earlierId === undefined ? {} : { earlier: String(choice.earlierId) }),
    ...(choice.text === '' ? {} : { text: choice.text }),
    ...(choice.order === 'warnings' ? {} : { sort: choice.order }),
    ...(isSizeSaid ? { size: String(choice.size) } : {}),
    ...(choice.page === 1 ? {} : { page: String(choice.page) }),
  }
}

type RowFilters = Omit<InputOf<typeof batchRows>, 'index' | 'size' | 'sort'>

/** Eleven digits are a phone, which is matched whole; anything else is part of a name (D33). */
export function filtersFor(batch: Pick<BatchHead, 'batchId' | 'status'>, choice: RowChoice): RowFilters {
  const { view, kind, change, earlierId, text } = choice
  const isPhone = /^\d{11}$/.test(text)
  // Warnings are counted on rows still to be paid; once transfers run, their rows have other states.
  const waiting = kind !== undefined && batch.status !== 'transferring'
  return {
    batchId: batch.batchId,
    ...(text === '' ? {} : isPhone ? { phone: text } : { name: text }),
    ...(kind === undefined ? {} : { warning: kind }),
    ...(change === undefined ? {} : { change, ...(earlierId === undefined ? {} : { earlierId }) }),
    ...(view === 'high' || view === 'notice' ? { level: view } : {}),
    ...(view === 'cancelled' ? { status: '3' } : waiting ? { status: '0' } : {}),
  }
}

export function pageInput(
  batch: Pick<BatchHead, 'batchId' | 'status'>,
  choice: RowChoice,
): InputOf<typeof batchRows> {
  const { order, page, size } = choice
  const asked =
    order === 'sheet'
      ? {}
      : order === 'warnings'
        ? { sort: { by: order, descending: false } as const }
        : { sort: { by: 'amount', descending: order === '-amount' } as const }
  return { ...filtersFor(batch, choice), ...asked, index: page - 1, size }
}
