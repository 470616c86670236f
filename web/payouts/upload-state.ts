// How far an upload has come, as the strip tells it: the stage in words with figures, and a share where one is known.

import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import type { uploadProgress } from '@paywages/wire/payouts/endpoints.ts'
import { uploadLabels } from './labels.ts'

export type Progress = AnswerOf<typeof uploadProgress>

export type UploadState =
  | { readonly at: 'idle' }
  | { readonly at: 'sending'; readonly file: File; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly at: 'working'; readonly file: File; readonly progress: Progress }
  | { readonly at: 'broken'; readonly file: File; readonly percent: number | undefined }

export const NOT_STARTED: Progress = { stage: 'waiting', done: 0, total: 0, bad: 0 }

/** Multipart dressing makes the request a little larger than the file; 100 % means that all of it is there. */
export function percentSent(state: { sentBytes: number; totalBytes: number }): number {
  return state.totalBytes === 0 ? 0 : Math.min(100, Math.floor((state.sentBytes / state.totalBytes) * 100))
}

/** The server forgets a finished upload before its answer has arrived: what is known is never taken back. */
export function further(known: Progress, reported: Progress): Progress {
  return reported.stage === 'waiting' && known.stage !== 'waiting' ? known : reported
}

/** Of the rows read, as far as their number can be foreseen; what follows the last row is quick, and nearly done. */
export function percentRead({ stage, done, total }: Progress): number | undefined {
  if (stage === 'waiting') return undefined
  if (stage !== 'reading') return 99
  return total === 0 ? undefined : Math.min(99, Math.floor((done / total) * 100))
}

export function stageWords(progress: Progress): string {
  if (progress.stage === 'waiting') return uploadLabels.waiting
  if (progress.stage === 'reading') return `${readingWords(progress)} · ${foundWords(progress.bad)}`
  const rows = (progress.total || progress.done).toLocaleString('en-US')
  if (progress.stage === 'judging') return uploadLabels.validating(rows)
  return uploadLabels.storing(rows)
}

function readingWords({ done, total }: Progress): string {
  const rows = done.toLocaleString('en-US')
  return total > done
    ? uploadLabels.readingOf(rows, total.toLocaleString('en-US'))
    : uploadLabels.reading(rows)
}

function foundWords(bad: number): string {
  return bad === 0 ? uploadLabels.clean : uploadLabels.found(bad.toLocaleString('en-US'))
}
