// The row that stands open beside its list, kept in the address: back closes it, and a shared link opens it.

import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { PageSearch } from '../page/page-link.tsx'
import { pinnedSearch } from './list-address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list's own address, where this entry was made by opening one of its rows. */
    readonly openedFrom?: string
  }
}

export const ROW_IN_ADDRESS = 'row'
/** In its place: the row that the filters find, where they find a single one. */
export const ONLY_ROW = 'only'

export function useRowAddress() {
  const navigate = useNavigate()
  const router = useRouter()
  const leaving = useRef<string>(undefined)
  const { search, state } = useLocation()
  const { [ROW_IN_ADDRESS]: named, ...list } = search as PageSearch
  const id = idFrom(named)
  const here = JSON.stringify(list)
  // The forward button may open it again.
  if (id === undefined) leaving.current = undefined

  function write(next: PageSearch, openedFrom: string | undefined, replace: boolean) {
    void navigate({
      to: '.',
      search: next,
      replace,
      resetScroll: false,
      state: openedFrom === undefined ? {} : { openedFrom },
    })
  }

  return {
    id,
    wantsOnly: named === ONLY_ROW,
    /** Says which row that is, or that there is none, in place of the wish. */
    settleOnly: (row: string | number | undefined) =>
      write(row === undefined ? list : { ...list, [ROW_IN_ADDRESS]: String(row) }, undefined, true),
    /** A further one takes the place of the first, so that one step back leads to the list; `change` goes with it. */
    open: (row: string | number, change: PageSearch = {}) => {
      const first = id === undefined
      const from = first ? here : state.openedFrom
      write({ ...list, ...change, [ROW_IN_ADDRESS]: String(row) }, from, !first)
    },
    /** As the back button does, unless the list has moved on meanwhile or was opened with this row. */
    close: () => {
      // Asked for late or twice, another step back would leave the list: the row may be closed by now, or about to be.
      const now = router.latestLocation
      const { [ROW_IN_ADDRESS]: open, ...left } = now.search as PageSearch
      if (idFrom(open) !== id || now.state.__TSR_key === leaving.current) return
      leaving.current = now.state.__TSR_key
      if (now.state.openedFrom === JSON.stringify(left)) router.history.back()
      else write(left, undefined, true)
    },
  }
}

/** Says the list in the address of its open row, however it was opened; one step back still leads to the list. */
export function usePinnedRow(pins: PageSearch): void {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const { [ROW_IN_ADDRESS]: row, ...list } = search as PageSearch
  const pinned = pinnedSearch(search as PageSearch, row, pins)
  const next = pinned === undefined ? undefined : JSON.stringify(pinned)
  // biome-ignore lint/correctness/useExhaustiveDependencies: written once for each address that lacks something.
  useEffect(() => {
    if (pinned === undefined) return
    const isFromHere = state.openedFrom === JSON.stringify(list)
    const openedFrom = isFromHere ? JSON.stringify({ ...list, ...pins }) : state.openedFrom
    void navigate({
      to: '.',
      search: pinned,
      replace: true,
      resetScroll: false,
      state: openedFrom === undefined ? {} : { openedFrom },
    })
  }, [next])
}

function idFrom(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
