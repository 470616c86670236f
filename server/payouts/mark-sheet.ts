// Gives a rejected sheet back: every row as it was, wrong cells marked, with a column of reasons (D14).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { REASON_FIELD, type SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { joinReasons, reasonText } from '@paywages/wire/payouts/row-reasons.ts'
import type { FailedRow } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import { type Cell, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import type { Services } from '../app-services.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import type { MarkedRow } from './judged-sheet.ts'
import { markedName, SHEET_NAMES, SHEET_TITLES } from './labels.ts'

const FIELDS = [
  'name',
  'idCardNo',
  'phone',
  'bank',
  'cardNo',
  'amount',
  'month',
  'remark',
] as const satisfies readonly SheetField[]

type MarkedSheet = {
  readonly fileId: string
  readonly rows: number
  readonly bad: number
  readonly failedRows: FailedRow[]
}

export async function markSheet(
  services: Services,
  by: Actor,
  fileName: string,
  chunks: AsyncIterable<readonly MarkedRow[]>,
  {
    limitFen,
    mostReported,
    headings,
  }: {
    readonly limitFen: Fen
    readonly mostReported: number
    /** The clerk's own, where they are known. */
    readonly headings: Readonly<Partial<Record<SheetField, string>>>
  },
): Promise<MarkedSheet> {
  let [rows, bad] = [0, 0]
  const failedRows: FailedRow[] = []
  const cellsOf = ({ row, reasons }: MarkedRow): Cell[] => {
    const text = joinReasons(
      reasons.map(({ reason, ...rest }) =>
        reasonText(reason, { ...rest, limitFen, value: row[REASON_FIELD[reason]] ?? '' }),
      ),
    )
    const wrong = new Set(reasons.map(({ reason }) => REASON_FIELD[reason]))
    rows += 1
    if (reasons.length > 0) {
      bad += 1
      const { rowNumber, name, idCardNo, phone, cardNo } = row
      if (failedRows.length < mostReported)
        failedRows.push({ rowNumber, name, idCardNo, phone, cardNo, reason: text, fields: [...wrong] })
    }
    return [...FIELDS.map((field): Cell => ({ text: row[field], marked: wrong.has(field) })), { text }]
  }
  async function* cells() {
    for await (const chunk of chunks) yield chunk.map(cellsOf)
  }
  const columns = [
    ...FIELDS.map((field) => ({
      title: headings[field]?.replace(/\s+/g, ' ') ?? SHEET_TITLES[field],
      width: 18,
      kind: 'text' as const,
    })),
    { title: SHEET_TITLES.reason, width: 48, kind: 'text' as const },
  ]
  const stream = writeXlsx(cells(), { sheetName: SHEET_NAMES.marked, columns })
  const fileId = await storeMadeFile(services, by, {
    kind: 'marked-sheet',
    name: markedName(fileName),
    content: 'xlsx',
    stream,
  })
  return { fileId, rows, bad, failedRows }
}
