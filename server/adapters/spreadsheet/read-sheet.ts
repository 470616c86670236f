// Reads an uploaded sheet row by row in a thread of its own, within limits of memory and time (D13).

import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import type { SheetRequest } from './parse-sheet.ts'
import { claimReader } from './reader-slots.ts'
import { type RowPack, unpackRows } from './row-packing.ts'
import type { SheetKind } from './sheet-kinds.ts'
import { SHEET_LIMITS, type SheetLimits } from './sheet-limits.ts'
import type { SheetQuestion } from './sheet-question.ts'
import type { SheetSummary } from './sheet-summary.ts'
import { SheetThread } from './sheet-thread.ts'

export type ReadSheetOptions = {
  readonly kind: SheetKind
  /** As the person named it: its extension must agree with the content. */
  readonly fileName: string
  /** Told after each chunk, before its rows are given; and how many there will be, as far as can be foreseen. */
  readonly onProgress?: (rowsRead: number, expected?: number) => void
  /** Told behind the last row. */
  readonly onEnd?: (summary: SheetSummary) => void
  readonly signal?: AbortSignal
  readonly limits?: Partial<SheetLimits>
} & Pick<SheetRequest, 'sheetName' | 'columns' | 'layouts' | 'netMayDiffer' | 'thisMonth'>

/**
 * Gives the data rows in chunks, as fast as they are taken. Throws SheetRefused, at the latest behind the last row:
 * only a sheet read to its end is whole. Leaving the loop early ends the thread.
 */
export async function* readSheet(
  file: SealedCopy,
  options: ReadSheetOptions,
): AsyncGenerator<RawRow[], void, undefined> {
  for await (const { packed } of readPacked(file, options)) yield unpackRows(packed)
}

/** The same for whoever hands the rows on to another thread. */
export async function* readPacked(
  file: SealedCopy,
  { onProgress, onEnd, signal, limits: changed, ...asked }: ReadSheetOptions,
): AsyncGenerator<RowPack, void, undefined> {
  const limits: SheetLimits = { ...SHEET_LIMITS, ...changed }
  const release = await claimReader(signal)
  const thread = new SheetThread({ ...asked, file, limits }, signal)
  try {
    let rowsRead = 0
    for (;;) {
      const message = await thread.next()
      if (message.kind === 'end') return onEnd?.(message.summary)
      if (message.kind === 'question' || message.count === 0) continue
      rowsRead += message.count
      onProgress?.(rowsRead, message.share ? Math.round(rowsRead / message.share) : undefined)
      yield message
      thread.allowOneMore()
    }
  } finally {
    await thread.end()
    release()
  }
}

/** Looks a payout sheet through whose headings leave something open. */
export async function readQuestion(
  file: SealedCopy,
  asked: {
    readonly fileName: string
    readonly sheetName?: string | undefined
    readonly thisMonth?: string | undefined
    readonly signal?: AbortSignal
  },
): Promise<SheetQuestion> {
  const { fileName, sheetName, thisMonth, signal } = asked
  const release = await claimReader(signal)
  const request = {
    file,
    fileName,
    sheetName,
    thisMonth,
    kind: 'payouts',
    looksThrough: true,
    limits: SHEET_LIMITS,
  } as const
  const thread = new SheetThread(request, signal)
  try {
    const message = await thread.next()
    if (message.kind !== 'question') throw new Error('the reader gave no question')
    return message.question
  } finally {
    await thread.end()
    release()
  }
}
