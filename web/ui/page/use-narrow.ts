// Whether the window is a laptop's, where many columns share lines, a small one's, where tables leave out what only decorates, or smaller still, where columns are stacked, or a phone's.

import { useSyncExternalStore } from 'react'

function windowWithin(width: number): () => boolean {
  const query = window.matchMedia(`(max-width: ${width}px)`)
  const listen = (onChange: () => void) => {
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }
  return () => useSyncExternalStore(listen, () => query.matches)
}

export const useLaptop = windowWithin(1535)
export const useNarrow = windowWithin(1359)
export const useStacked = windowWithin(1023)
export const usePhone = windowWithin(559)
