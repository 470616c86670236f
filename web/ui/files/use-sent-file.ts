// One file on its way from a dialog: how far it is, and how to stop it when the dialog is closed.

import { useRef, useState } from 'react'
import type { UploadProgress } from '../../api/transfer-files.ts'
import { percentOf } from './use-uploads.ts'

type Sending = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: UploadProgress) => void
}

export function useSentFile() {
  const [percent, setPercent] = useState(0)
  const running = useRef<AbortController>(undefined)
  return {
    percent,
    /** What the upload is to be called with. */
    begin: (): Sending => {
      running.current = new AbortController()
      setPercent(0)
      return { signal: running.current.signal, onProgress: (progress) => setPercent(percentOf(progress)) }
    },
    stop: () => running.current?.abort(),
  }
}
