// Asks before the tab closes while something is under way: it would be lost without a word.

import { useEffect } from 'react'

export function useLeaveQuestion(busy: boolean): void {
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
}
