// What a drawer or dialog is about: kept while it closes, so that nothing vanishes from it.

import { useState } from 'react'

export function useShown<Shown>() {
  const [shown, setShown] = useState<Shown>()
  const [open, setOpen] = useState(false)
  return {
    shown,
    open,
    show: (next: Shown) => {
      setShown(next)
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
