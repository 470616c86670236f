// Sends one file: judged first, tells how far it is, can be cancelled, and can be tried again after a broken network.

import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '../../api/refused.ts'
import type { UploadProgress } from '../../api/transfer-files.ts'
import { toastProblem, toastRefusal } from '../feedback/toast.ts'

export type UploadState =
  | { readonly at: 'idle' }
  | { readonly at: 'sending'; readonly file: File; readonly percent: number }
  | { readonly at: 'broken'; readonly file: File }

export type KeptFile = { readonly fileId: string; readonly name: string }

/** Nothing where nothing was chosen. */
export type JudgedFiles = { readonly file: File } | { readonly problem: string } | undefined

export type FileRoute = {
  readonly judge: (files: readonly File[]) => JudgedFiles | Promise<JudgedFiles>
  /** Gives the id of the kept file. */
  readonly send: (
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: UploadProgress) => void },
  ) => Promise<string>
}

export function useFileUpload({ judge, send }: FileRoute, onKept: (file: KeptFile) => void) {
  const [state, setState] = useState<UploadState>({ at: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(file: File) {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setState({ at: 'sending', file, percent: 0 })
    try {
      const fileId = await send(file, {
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
    take: async (files: readonly File[]) => {
      const judged = await judge(files)
      if (judged === undefined) return
      if ('problem' in judged) toastProblem(judged.problem)
      else await run(judged.file)
    },
    resume: () => {
      if (state.at === 'broken') void run(state.file)
    },
    cancel: () => {
      running.current?.abort()
      setState({ at: 'idle' })
    },
  }
}
