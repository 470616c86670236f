// Asks before the tab closes while something is under way: it would be lost without a word.

import { useEffect } from 'react'

export function useLeaveQuestion(busy: boolean): void {
  useEffect(() => {
    if (!busy) return
    const request = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', request)
    return () => window.removeEventListener('beforeunload', request)
  }, [busy])
}
