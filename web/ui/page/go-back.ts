// Back to the page one came from; to a given one where there is none, such as after opening a link.

import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useGo } from './address.ts'

/** Does nothing once the page was left: what a step upon an answer came late for, or a second click, would lead away from where the person has gone. */
export function useGoBack(otherwise: string): () => void {
  const canGoBack = useCanGoBack()
  const router = useRouter()
  const go = useGo()
  const here = useLocation({ select: ({ state }) => state.__TSR_key })
  const left = useRef<string>(undefined)
  return () => {
    if (router.latestLocation.state.__TSR_key !== here || left.current === here) return
    left.current = here
    if (canGoBack) router.history.back()
    else go(otherwise)
  }
}
