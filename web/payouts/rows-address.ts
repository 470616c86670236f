// Which rows of a batch are shown, kept in the address: the view, one kind of warning, a search, the page.

import { SHOWN_WARNINGS, type ShownWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import type { batchRows } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { pageFromSearch } from '../ui/list/list-filters.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export type RowView = 'all' | 'warned' | 'cancelled'

export type RowChoice = {
  readonly view: RowView
  /** Only in the view of warnings. */
  readonly kind: ShownWarning | undefined
  readonly text: string
  readonly page: number
}

export function choiceFrom(search: PageSearch): RowChoice {
  const view = search.view === 'warned' || search.view === 'cancelled' ? search.view : 'all'
  return {
    view,
    kind: view === 'warned' ? SHOWN_WARNINGS.find((kind) => kind === search.kind) : undefined,
    text: (search.text ?? '').trim().slice(0, 30),
    page: pageFromSearch(search),
  }
}

/** The address with another choice; what else stands in it stays. */
export function searchWith(search: PageSearch, choice: RowChoice): PageSearch {
  const { view, kind, text, page, ...others } = search
  return {
    ...others,
    ...(choice.view === 'all' ? {} : { view: choice.view }),
    ...(choice.kind === undefined ? {} : { kind: choice.kind }),
    ...(choice.text === '' ? {} : { text: choice.text }),
    ...(choice.page === 1 ? {} : { page: String(choice.page) }),
  }
}

type RowFilters = Omit<InputOf<typeof batchRows>, 'index' | 'size'>

/** Eleven digits are a phone, which is matched whole; anything else is part of a name (D33). */
export function filtersFor(batch: Pick<BatchHead, 'batchId' | 'status'>, choice: RowChoice): RowFilters {
  const { view, kind, text } = choice
  const isPhone = /^\d{11}$/.test(text)
  // Warnings are counted on rows still to be paid; once transfers run, their rows have other states.
  const waiting = view === 'warned' && batch.status !== 'transferring'
  return {
    batchId: batch.batchId,
    ...(text === '' ? {} : isPhone ? { phone: text } : { name: text }),
    ...(view === 'warned' ? { warning: kind ?? 'any' } : {}),
    ...(view === 'cancelled' ? { status: '3' } : waiting ? { status: '0' } : {}),
  }
}

export function pageInput(filters: RowFilters, page: number): InputOf<typeof batchRows> {
  return { ...filters, index: page - 1, size: PAGE_SIZE }
}
