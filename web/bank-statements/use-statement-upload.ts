// Uploads chosen statements: sends them, waits while the server reads, can be stopped, survives a broken network.

import {
  type AskedStatement,
  type StatementAnswer,
  statementQuestion,
} from '@paywages/wire/bank-statements/column-answer.ts'
import { listStatements, uploadStatements } from '@paywages/wire/bank-statements/endpoints.ts'
import type { UploadedStatement } from '@paywages/wire/bank-statements/shapes.ts'
import { payDetails } from '@paywages/wire/payouts/endpoints.ts'
import { useState } from 'react'
import { refresh } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { upload } from '../api/transfer-files.ts'
import { percentSent } from '../ui/files/file-size.ts'
import { useRunningUpload } from '../ui/files/use-running-upload.ts'
import { columnLabels, uploadLabels as labels } from './labels.ts'

export type UploadState =
  /** `refusals` say why the last try as a whole came to nothing. */
  | { readonly at: 'choosing'; readonly refusals?: readonly string[] }
  | { readonly at: 'sending'; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly at: 'reading' }
  /** The network broke: at so many percent, or while the server was reading. */
  | { readonly at: 'broken'; readonly percent: number | undefined }
  /** Nobody knows the headings of the only file: the person names them. */
  | { readonly at: 'asking'; readonly asked: AskedColumns }
  | { readonly at: 'done'; readonly outcomes: readonly UploadedStatement[] }

export type AskedColumns = {
  readonly files: readonly File[]
  readonly question: AskedStatement
  readonly layoutId: number | null
  /** Why an answer was not taken. */
  readonly problem: string
}

export type StatementUpload = {
  readonly state: UploadState
  readonly busy: boolean
  readonly start: (files: readonly File[], answer?: StatementAnswer) => void
  readonly stop: () => void
  readonly reset: () => void
}

export function useStatementUpload(
  providerId: number,
  onDone: (outcomes: readonly UploadedStatement[]) => void,
): StatementUpload {
  const [state, setState] = useState<UploadState>({ at: 'choosing' })
  const busy = state.at === 'sending' || state.at === 'reading'
  const running = useRunningUpload(busy, labels.left)

  async function run(files: readonly File[], answer: StatementAnswer | undefined) {
    const stop = new AbortController()
    running.current = stop
    try {
      const outcomes = await sendStatements({ providerId, files, answer }, stop.signal, setState)
      // Over before anyone hears of it: whoever leaves the page now interrupts nothing.
      running.current = undefined
      setState({ at: 'done', outcomes })
      onDone(outcomes)
      await refresh(listStatements, payDetails)
    } catch (error) {
      if (!stop.signal.aborted)
        setState((last) => questionOf(error, files, answer) ?? afterFailure(error, last))
    } finally {
      if (running.current === stop) running.current = undefined
    }
  }

  return {
    state,
    busy,
    start: (files, answer) => {
      if (running.current === undefined) void run(files, answer)
    },
    stop: () => {
      running.current?.abort()
      running.current = undefined
      setState({ at: 'choosing', refusals: [labels.stopped] })
      // Those of several that had been read by then are kept.
      void refresh(listStatements, payDetails)
    },
    reset: () => setState({ at: 'choosing' }),
  }
}

/** A file that was moved or changed after it was chosen. */
class Unreadable extends Error {}

/** What to ask of a file whose headings nobody knows; undefined where something else was wrong. */
function questionOf(
  error: unknown,
  files: readonly File[],
  answer: StatementAnswer | undefined,
): UploadState | undefined {
  const isAsked = error instanceof CallRefused && error.code === 'statement-columns-unclear'
  if (!isAsked || files.length !== 1) return undefined
  const parsed = statementQuestion.safeParse(JSON.parse(String(error.detail.question ?? 'null')))
  if (!parsed.success) return undefined
  const { layoutId } = error.detail
  return {
    at: 'asking',
    asked: {
      files,
      question: parsed.data,
      layoutId: typeof layoutId === 'number' ? layoutId : null,
      problem: answer ? columnLabels.misfit : '',
    },
  }
}

type Sent = {
  readonly providerId: number
  readonly files: readonly File[]
  readonly answer: StatementAnswer | undefined
}

async function sendStatements(
  { providerId, files, answer }: Sent,
  signal: AbortSignal,
  report: (state: UploadState) => void,
): Promise<readonly UploadedStatement[]> {
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
  report({ at: 'sending', sentBytes: 0, totalBytes })
  for (const file of files) {
    // Better told now, and by its name, than as a broken network.
    const readable = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(Boolean, () => false)
    if (!readable) throw new Unreadable(labels.unreadable(file.name))
  }
  signal.throwIfAborted()
  return upload(uploadStatements, { providerId, ...(answer && { columns: JSON.stringify(answer) }) }, files, {
    signal,
    onProgress: (progress) =>
      report(progress.sentBytes < progress.totalBytes ? { at: 'sending', ...progress } : { at: 'reading' }),
  })
}

function afterFailure(error: unknown, last: UploadState): UploadState {
  if (error instanceof Unreadable) return { at: 'choosing', refusals: [error.message] }
  if (!(error instanceof CallRefused)) return { at: 'choosing', refusals: [uploadStatements.failure] }
  if (!error.outage) return { at: 'choosing', refusals: sentencesOf(error) }
  return { at: 'broken', percent: last.at === 'sending' ? percentSent(last) : undefined }
}

/** Where all of several files were refused, each has a sentence of its own. */
function sentencesOf({ detail, msg }: CallRefused): readonly string[] {
  const errors = Array.isArray(detail.errors) ? (detail.errors as readonly { readonly msg: string }[]) : []
  return errors.length > 1 ? errors.map((error) => error.msg) : [msg]
}
