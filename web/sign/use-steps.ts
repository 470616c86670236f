// Where the person is, kept in the browser's history: the back button leads a step back and loses nothing.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { SheetName, StepName } from './labels.ts'

export type Place = { readonly step: StepName; readonly sheet?: SheetName | undefined }

const START: Place = { step: 'identity' }

export function useSteps() {
  const [place, setPlace] = useState<Place>(START)
  const ended = useRef(false)
  useEffect(() => {
    // A reload comes with the old state, but everything that was in memory is gone.
    window.history.replaceState(START, '')
    const follow = ({ state }: PopStateEvent) => {
      // What is signed stays signed, however far one goes back.
      if (!ended.current) setPlace((state as Place | null) ?? START)
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const go = useCallback((step: StepName) => {
    ended.current = step === 'done'
    const next: Place = { step }
    window.history[step === 'done' ? 'replaceState' : 'pushState'](next, '')
    setPlace(next)
  }, [])
  /** The first sheet is a place of its own, so that the back button closes it; another one takes its place. */
  const openSheet = useCallback((sheet: SheetName) => {
    const next: Place = { step: 'signature', sheet }
    const isOpen = (window.history.state as Place | null)?.sheet !== undefined
    window.history[isOpen ? 'replaceState' : 'pushState'](next, '')
    setPlace(next)
  }, [])
  const closeSheet = useCallback(() => window.history.back(), [])
  return { place, go, openSheet, closeSheet }
}

/** Asks before the page is left while there is something to lose. */
export function useLeaveQuestion(asks: boolean): void {
  useEffect(() => {
    if (!asks) return
    const request = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', request)
    return () => window.removeEventListener('beforeunload', request)
  }, [asks])
}
