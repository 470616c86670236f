// Reads sheets in tests: from samples or from bytes, to rows or to the refusal, in this thread or in the real one.

import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'
import { parseSheet, type SheetRequest, surveySheet } from '../adapters/spreadsheet/parse-sheet.ts'
import { readSheet } from '../adapters/spreadsheet/read-sheet.ts'
import { RowPacker, unpackRows } from '../adapters/spreadsheet/row-packing.ts'
import type { SheetKind } from '../adapters/spreadsheet/sheet-kinds.ts'
import { SHEET_LIMITS, type SheetLimits } from '../adapters/spreadsheet/sheet-limits.ts'
import { SheetRefused } from '../adapters/spreadsheet/sheet-refused.ts'
import type { SheetSummary } from '../adapters/spreadsheet/sheet-summary.ts'
import { withSealed } from './sealed-file.ts'

/** Of the day on which the corpus is read. */
const thisMonth = '2026-11'

export type ReadResult = { rows: RawRow[] } | { refused: string; detail: RefusalDetail; why: string }

/** In this thread: what the thread of its own does, without the time that starting it takes. */
export function readSheetFile(
  path: string,
  fileName = path,
  kind: SheetKind = 'payouts',
): Promise<ReadResult> {
  return readHere(path, fileName, kind)
}

function readHere(content: string | Uint8Array, fileName: string, kind: SheetKind): Promise<ReadResult> {
  return orRefusal(async () => (await readWhole(content, fileName, kind)).rows)
}

/** The rows of a payout sheet with all that is told of it; throws what refuses it. */
export function readSummary(
  bytes: Uint8Array,
  fileName = 'sheet.xlsx',
  columns: SheetRequest['columns'] = undefined,
  layouts: SheetRequest['layouts'] = [],
) {
  return readWhole(bytes, fileName, 'payouts', { columns, layouts })
}

/** What a person would be asked about a payout sheet. */
export function readSheetQuestion(bytes: Uint8Array, fileName: string) {
  const out = { packer: new RowPacker(1_000), room: async () => {} }
  return withSealed(bytes, (file) =>
    surveySheet({ file, fileName, kind: 'payouts', limits: SHEET_LIMITS, thisMonth }, out),
  )
}

async function readWhole(
  content: string | Uint8Array,
  fileName: string,
  kind: SheetKind,
  more: Pick<SheetRequest, 'columns' | 'layouts'> = {},
): Promise<{ rows: RawRow[]; summary: SheetSummary }> {
  const packer = new RowPacker(1_000)
  const rows: RawRow[] = []
  const keep = async (): Promise<void> => {
    rows.push(...unpackRows(packer.take().packed))
  }
  const summary = await withSealed(content, (file) =>
    parseSheet({ file, fileName, kind, limits: SHEET_LIMITS, thisMonth, ...more }, { packer, room: keep }),
  )
  await keep()
  return { rows, summary }
}

export function readInThread(
  content: string | Uint8Array,
  fileName = typeof content === 'string' ? content : 'sheet.xlsx',
  limits: Partial<SheetLimits> = {},
): Promise<ReadResult> {
  return orRefusal(() =>
    withSealed(content, async (file) => {
      const rows: RawRow[] = []
      for await (const chunk of readSheet(file, { kind: 'payouts', fileName, limits })) rows.push(...chunk)
      return rows
    }),
  )
}

export function readSheetBytes(
  bytes: Uint8Array,
  fileName = 'sheet.xlsx',
  kind: SheetKind = 'payouts',
): Promise<ReadResult> {
  return readHere(bytes, fileName, kind)
}

async function orRefusal(read: () => Promise<RawRow[]>): Promise<ReadResult> {
  try {
    return { rows: await read() }
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    return { refused: error.code, detail: error.detail, why: error.why }
  }
}
