// Imports a sheet of people: sends it, waits while it is validated, can be stopped, survives a broken network.

import type { InputOf } from '@paywages/wire/endpoint.ts'
import { importFreelancers, listFreelancers } from '@paywages/wire/freelancers/endpoints.ts'
import type { Registration } from '@paywages/wire/freelancers/shapes.ts'
import { useState } from 'react'
import { refresh } from '../api/queries.ts'
import { upload } from '../api/transfer-files.ts'
import { useRunningUpload } from '../ui/files/use-running-upload.ts'
import { afterFailure, type ImportState } from './import-state.ts'
import { importLabels as labels } from './labels.ts'

export type PeopleImport = {
  readonly state: ImportState
  readonly busy: boolean
  readonly start: (file: File, input: InputOf<typeof importFreelancers>) => void
  readonly stop: () => void
  /** Back to choosing; `problem` says why. */
  readonly reset: (problem?: string) => void
}

export function usePeopleImport(onDone: (result: Registration) => void): PeopleImport {
  const [state, setState] = useState<ImportState>({ at: 'choosing' })
  const busy = state.at === 'sending' || state.at === 'reading'
  const running = useRunningUpload(busy, labels.left)

  async function run(file: File, input: InputOf<typeof importFreelancers>) {
    const stop = new AbortController()
    running.current = stop
    try {
      const result = await sendSheet(file, input, stop.signal, setState)
      // Over before anyone hears of it: whoever leaves the page now interrupts nothing.
      running.current = undefined
      if (result.failed > 0) return setState({ at: 'refused', result })
      setState({ at: 'choosing' })
      onDone(result)
      await refresh(listFreelancers)
    } catch (error) {
      if (!stop.signal.aborted) setState(afterFailure(error))
    } finally {
      if (running.current === stop) running.current = undefined
    }
  }

  return {
    state,
    busy,
    start: (file, input) => {
      if (running.current === undefined) void run(file, input)
    },
    stop: () => {
      running.current?.abort()
      running.current = undefined
      setState({ at: 'choosing', problem: labels.stopped })
      // It may have been validated already when the wish to stop arrived.
      void refresh(listFreelancers)
    },
    reset: (problem) => setState({ at: 'choosing', ...(problem === undefined ? {} : { problem }) }),
  }
}

async function sendSheet(
  file: File,
  input: InputOf<typeof importFreelancers>,
  signal: AbortSignal,
  report: (state: ImportState) => void,
): Promise<Registration> {
  report({ at: 'sending', sentBytes: 0, totalBytes: file.size })
  // A file that has changed since it was chosen can no longer be read; better told now than as a broken network.
  await file.slice(0, 1).arrayBuffer()
  signal.throwIfAborted()
  return upload(importFreelancers, input, [file], {
    signal,
    onProgress: (progress) =>
      report(progress.sentBytes < progress.totalBytes ? { at: 'sending', ...progress } : { at: 'reading' }),
  })
}
