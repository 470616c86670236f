// Filters, sorting, page and page size of a list as the address holds them, so that back and a shared link keep them (D43).

import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser } from '../../api/current-user.ts'
import { usePageSearch } from '../page/address.ts'
import { type ListPlace, listSearch, pinsOf } from './list-address.ts'
import type { ListColumn } from './list-column.ts'
import {
  defaultTexts,
  type Filter,
  type FilterTexts,
  namesOf,
  pageFromSearch,
  textsFromSearch,
} from './list-filters.ts'
import { type AnySort, sortFromSearch } from './list-sort.ts'
import { pageSizeOf, rememberPageSize } from './page-size.ts'
import { ROW_IN_ADDRESS, usePinnedRow } from './use-row-address.ts'

export type ListAddress = ReturnType<typeof useListAddress>

/** Names of other things in the address are left alone; an open row belongs to the rows that are asked for now. */
export function useListAddress<Row>(filters: readonly Filter[], columns: readonly ListColumn<Row>[]) {
  const search = usePageSearch()
  const { account } = useCurrentUser()
  const navigate = useNavigate()
  const now = new Date()
  const place: ListPlace = {
    texts: textsFromSearch(filters, search, now),
    page: pageFromSearch(search),
    size: pageSizeOf(account, search),
    sort: sortFromSearch(columns, search),
  }

  usePinnedRow(pinsOf(place))

  function write(change: Partial<ListPlace>) {
    const own = new Set([...filters.flatMap(namesOf), 'page', 'size', 'sort', ROW_IN_ADDRESS])
    const others = Object.entries(search).filter(([name]) => !own.has(name))
    const next = listSearch(Object.fromEntries(others), { ...place, page: 1, ...change })
    void navigate({ to: '.', search: next })
  }

  return {
    ...place,
    defaults: defaultTexts(filters, now),
    /** True when the address already says this, so that the rows have to be asked for again. */
    search: (texts: FilterTexts): boolean => {
      const unchanged =
        JSON.stringify(inOrder(texts)) === JSON.stringify(inOrder(place.texts)) && place.page === 1
      if (!unchanged) write({ texts })
      return unchanged
    },
    goTo: (page: number) => write({ page }),
    sortBy: (sort: AnySort | undefined) => write({ sort }),
    resize: (size: number) => {
      rememberPageSize(account, size)
      write({ size })
    },
  }
}

function inOrder(texts: FilterTexts): [string, string][] {
  return Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))
}
