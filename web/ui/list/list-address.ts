// What of a list's place stands in the address, so that a shared link shows everyone the same rows (D43).

import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import type { PageSearch } from '../page/page-link.tsx'
import type { FilterTexts } from './list-filters.ts'
import { type AnySort, sortText } from './list-sort.ts'

export type ListPlace = {
  readonly texts: FilterTexts
  readonly page: number
  readonly size: number
  readonly sort: AnySort | undefined
}

/** A page or an order means something only beside the size it was chosen at: whoever opens the link may remember another. */
export function listSearch(others: PageSearch, { texts, page, size, sort }: ListPlace): PageSearch {
  const isSizeSaid = page !== 1 || sort !== undefined || size !== PAGE_SIZE
  return {
    ...others,
    ...texts,
    ...(sort === undefined ? {} : { sort: sortText(sort) }),
    ...(isSizeSaid ? { size: String(size) } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  }
}

/** What an open row is read beside: the size and the filters, the days that are usual today among them. */
export const pinsOf = ({ texts, size }: Pick<ListPlace, 'texts' | 'size'>): PageSearch => ({
  ...texts,
  size: String(size),
})

/** The address with a row open, once its list is said in it as well; undefined where it is already, or where no row is open. */
export function pinnedSearch(search: PageSearch, row: string | undefined, pins: PageSearch) {
  if (row === undefined) return undefined
  const isSaid = Object.entries(pins).every(([name, text]) => search[name] === text)
  return isSaid ? undefined : { ...search, ...pins }
}
