// The application beside the list: one clicked, or the one that the address names, as links to it do.

import { useCallback, useEffect, useState } from 'react'
import { useGo, usePageSearch } from '../ui/address.ts'
import { applicationIdIn, INVOICES_PAGE, withoutApplication } from '../ui/invoice-address.ts'

export function useLookedAt() {
  const go = useGo()
  const search = usePageSearch()
  const named = applicationIdIn(search)
  const [shown, setShown] = useState(named)
  const [open, setOpen] = useState(named !== undefined)
  const look = useCallback((applicationId: number) => {
    setShown(applicationId)
    setOpen(true)
  }, [])
  useEffect(() => {
    if (named !== undefined) look(named)
  }, [named, look])
  function close() {
    setOpen(false)
    // The same link must open it again.
    if (named !== undefined) go(INVOICES_PAGE, withoutApplication(search), { replace: true })
  }
  return { shown, open, look, close }
}
