// The record beside a list: one clicked, or the one that the address names, as links to it do.

import { useCallback, useEffect, useState } from 'react'
import { useGo, usePageSearch } from '../page/address.ts'
import type { PageSearch } from '../page/page-link.tsx'

type Place = {
  readonly page: string
  /** The record that an address names, and the same address without it. */
  readonly idIn: (search: PageSearch) => number | undefined
  readonly without: (search: PageSearch) => PageSearch
}

export function useOpenRecord({ page, idIn, without }: Place) {
  const go = useGo()
  const search = usePageSearch()
  const named = idIn(search)
  const [shown, setShown] = useState(named)
  const [open, setOpen] = useState(named !== undefined)
  const look = useCallback((id: number) => {
    setShown(id)
    setOpen(true)
  }, [])
  useEffect(() => {
    if (named !== undefined) look(named)
  }, [named, look])
  function close() {
    setOpen(false)
    // The same link must open it again.
    if (named !== undefined) go(page, without(search), { replace: true })
  }
  return { shown, open, look, close }
}
