// Whether the window is a small laptop's, where tables leave out what only decorates.

import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 1359px)')

function listen(onChange: () => void): () => void {
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => query.matches)
}
