// Uploads one payout sheet: sends it, follows the server's reading and validating, asks about duplicates, survives a broken network.

import { uploadProgress, uploadSheet } from '@paywages/wire/payouts/endpoints.ts'
import {
  askColumns,
  type ColumnAnswer,
  type ColumnQuestion,
} from '@paywages/wire/payouts/layout-endpoints.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { CallRefused } from '../api/refused.ts'
import { upload } from '../api/transfer-files.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastProblem, toastRefusal } from '../ui/feedback/toast.ts'
import { useRunningUpload } from '../ui/files/use-running-upload.ts'
import { uploadLabels as labels } from './labels.ts'
import { further, NOT_STARTED, percentSent, type UploadState } from './upload-state.ts'

const POLL_MS = 500

/** Refusals that the mapping dialog answers. */
const ASKS = new Set(['sheet-columns-unclear', 'sheet-second-payout-sheet', 'sheet-layout-changed'])

/** What the person has said yes to for this file. */
type Confirmed = {
  readonly duplicate: boolean
  readonly totals: boolean
  readonly columns?: ColumnAnswer
}
const NOTHING: Confirmed = { duplicate: false, totals: false }

/** A sheet whose columns the person is to name. */
export type AskedSheet = { readonly file: File; readonly question: ColumnQuestion }

export type SheetUpload = {
  readonly state: UploadState
  readonly asked: AskedSheet | undefined
  readonly askAbout: (sheetName: string) => void
  readonly answer: (answer: ColumnAnswer | undefined, confirmsTotals?: boolean) => void
  readonly start: (file: File) => void
  readonly resume: () => void
  readonly cancel: () => void
}

export function useSheetUpload(onResult: (result: UploadResult, file: File) => void): SheetUpload {
  const [state, setState] = useState<UploadState>({ at: 'idle' })
  const confirmed = useRef<Confirmed>(NOTHING)
  const [asked, setAsked] = useState<AskedSheet>()
  const confirm = useConfirm()
  const running = useRunningUpload(state.at === 'sending' || state.at === 'working', labels.left)

  async function run(file: File) {
    const stop = new AbortController()
    running.current = stop
    try {
      const result = await sendSheet(file, confirmed.current, stop.signal, setState)
      setState({ at: 'idle' })
      // Over before anyone hears of it: what follows leaves the page and interrupts nothing.
      running.current = undefined
      onResult(result, file)
    } catch (error) {
      if (!stop.signal.aborted) await recover(error, file)
    } finally {
      stop.abort()
    }
  }

  async function recover(error: unknown, file: File) {
    if (error instanceof CallRefused && error.outage) {
      setState((last) => ({
        at: 'broken',
        file,
        percent: last.at === 'sending' ? percentSent(last) : undefined,
      }))
      return
    }
    setState({ at: 'idle' })
    if (error instanceof CallRefused && error.code === 'duplicate-sheet') {
      if (!(await confirm(duplicateQuestion(file, String(error.detail.batchNo))))) return
      confirmed.current = { ...confirmed.current, duplicate: true }
      await run(file)
    } else if (error instanceof CallRefused && ASKS.has(error.code)) {
      if (error.code === 'sheet-layout-changed') toastRefusal(error, { seconds: 8 })
      await ask(file)
    } else if (error instanceof CallRefused && error.code === 'sheet-total-differs') {
      if (!(await confirm(totalQuestion(file, error.detail)))) return
      confirmed.current = { ...confirmed.current, totals: true }
      await run(file)
    } else if (error instanceof DOMException) toastProblem(labels.unreadable)
    // The server broke down over the sheet, and its own words say nothing about it (spec §8).
    else if (error instanceof CallRefused && error.http >= 500) toastProblem(labels.failed)
    else toastRefusal(error, { seconds: 8 })
  }

  async function ask(file: File, sheetName?: string) {
    try {
      setAsked({ file, question: await upload(askColumns, { fileName: file.name, sheetName }, [file]) })
    } catch (error) {
      toastRefusal(error, { seconds: 8 })
    }
  }

  return {
    state,
    asked,
    askAbout: (sheetName) => {
      if (asked) void ask(asked.file, sheetName)
    },
    answer: (columns, confirmsTotals = false) => {
      setAsked(undefined)
      if (!columns || !asked) return
      const totals = confirmed.current.totals || confirmsTotals
      confirmed.current = { ...confirmed.current, columns, totals }
      void run(asked.file)
    },
    start: (file) => {
      confirmed.current = NOTHING
      void run(file)
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

async function sendSheet(
  file: File,
  confirmed: Confirmed,
  signal: AbortSignal,
  report: (next: UploadState | ((last: UploadState) => UploadState)) => void,
): Promise<UploadResult> {
  const uploadKey = newKey()
  report({ at: 'sending', file, sentBytes: 0, totalBytes: file.size })
  // A file that has changed since it was chosen can no longer be read; better told now than as a broken network.
  await file.slice(0, 1).arrayBuffer()
  const done = new AbortController()
  try {
    return await upload(
      uploadSheet,
      {
        fileName: file.name,
        fileSize: String(file.size),
        confirmDuplicate: confirmed.duplicate ? '1' : '0',
        confirmTotals: confirmed.totals ? '1' : '0',
        ...(confirmed.columns && { columns: JSON.stringify(confirmed.columns) }),
        uploadKey,
      },
      [file],
      {
        signal,
        onProgress: ({ sentBytes, totalBytes }) => {
          if (sentBytes < totalBytes) return report({ at: 'sending', file, sentBytes, totalBytes })
          report({ at: 'working', file, progress: NOT_STARTED })
          void follow(uploadKey, AbortSignal.any([signal, done.signal]), (reported) =>
            report((last) =>
              last.at === 'working' ? { ...last, progress: further(last.progress, reported) } : last,
            ),
          )
        },
      },
    )
  } finally {
    done.abort()
  }
}

/** Asks until the upload is over; a question that fails is asked again, as the upload itself tells its end. */
async function follow(
  uploadKey: string,
  signal: AbortSignal,
  onReported: (progress: typeof NOT_STARTED) => void,
): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (signal.aborted) return
    const reported = await call(uploadProgress, { uploadKey }, { signal }).catch(() => undefined)
    if (reported !== undefined && !signal.aborted) onReported(reported)
  }
}

/** Random without crypto.randomUUID, which plain-http intranets do not have. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function totalQuestion(file: File, { row, said, sum }: CallRefused['detail']) {
  return {
    title: labels.totalTitle,
    object: labels.duplicateObject(file.name),
    body: labels.totalBody(String(row), String(said), String(sum)),
    warning: labels.totalWarning,
    action: labels.duplicateAction,
  }
}

function duplicateQuestion(file: File, batchNo: string) {
  return {
    title: labels.duplicateTitle,
    object: labels.duplicateObject(file.name),
    body: labels.duplicateBody(batchNo),
    warning: labels.duplicateWarning,
    action: labels.duplicateAction,
  }
}
