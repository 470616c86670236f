// A picture that did not come can be asked for again.

import { useState } from 'react'

export type ImageRetries = {
  readonly broken: boolean
  /** Another number is another picture to React: it is fetched again. */
  readonly attempt: number
  readonly onError: () => void
  readonly retry: () => void
}

export function useImageRetries(): ImageRetries {
  const [attempt, setAttempt] = useState(0)
  const [broken, setBroken] = useState(false)
  return {
    broken,
    attempt,
    onError: () => setBroken(true),
    retry: () => {
      setBroken(false)
      setAttempt(attempt + 1)
    },
  }
}
