// Sends one receipt: tells how far it is, can be cancelled, and can be tried again after a broken network.

import { uploadReceipt } from '@paywages/wire/recharges/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '../api/refused.ts'
import { upload } from '../api/transfer-files.ts'
import { toastProblem, toastRefusal } from '../ui/toast.ts'
import { judgeReceipts } from './receipt-file.ts'

export type ReceiptState =
  | { readonly at: 'idle' }
  | { readonly at: 'sending'; readonly file: File; readonly percent: number }
  | { readonly at: 'broken'; readonly file: File }

export type KeptReceipt = { readonly fileId: string; readonly name: string }

export function useReceiptUpload(onKept: (receipt: KeptReceipt) => void) {
  const [state, setState] = useState<ReceiptState>({ at: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setState({ at: 'sending', file, percent: 0 })
    try {
      const fileId = await upload(uploadReceipt, { fileName: file.name }, [file], {
        signal: stop.signal,
        onProgress: ({ sentBytes, totalBytes }) => {
          const percent = totalBytes === 0 ? 100 : Math.floor((sentBytes / totalBytes) * 100)
          setState({ at: 'sending', file, percent })
        },
      })
      setState({ at: 'idle' })
      onKept({ fileId, name: file.name })
    } catch (error) {
      if (stop.signal.aborted) return
      const outage = error instanceof CallRefused && error.outage
      setState(outage ? { at: 'broken', file } : { at: 'idle' })
      if (!outage) toastRefusal(error)
    }
  }

  return {
    state,
    take: (files: readonly File[]) => {
      const judged = judgeReceipts(files)
      if (judged === undefined) return
      if ('problem' in judged) toastProblem(judged.problem)
      else void send(judged.file)
    },
    resume: () => {
      if (state.at === 'broken') void send(state.file)
    },
    cancel: () => {
      running.current?.abort()
      setState({ at: 'idle' })
    },
  }
}
