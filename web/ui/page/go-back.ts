// Back to the page one came from; to a given one where there is none, such as after opening a link.

import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useGo } from './address.ts'

export function useGoBack(otherwise: string): () => void {
  const canGoBack = useCanGoBack()
  const router = useRouter()
  const go = useGo()
  return () => (canGoBack ? router.history.back() : go(otherwise))
}
