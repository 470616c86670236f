// Runs one thing at a time: a second tap while the first is under way does nothing.

import { useCallback, useRef, useState } from 'react'

export function useOnce(): [boolean, (work: () => Promise<void>) => void] {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const once = useCallback((work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    void work().finally(() => {
      running.current = false
      setBusy(false)
    })
  }, [])
  return [busy, once]
}
