// Gives a rejected sheet back: every row as it was, wrong cells marked, with a column of reasons (D14).

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowVerdict, SheetEntry } from '@paywages/domain/payouts/sheet.ts'
import { REASON_FIELD, type SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { joinReasons, reasonText } from '@paywages/wire/payouts/row-reasons.ts'
import type { FailedRow } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import { type Cell, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import type { Services } from '../app-services.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
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

export async function markSheet(
  services: Services,
  by: Actor,
  fileName: string,
  entries: readonly SheetEntry[],
  verdicts: readonly RowVerdict[],
  limitFen: Fen,
): Promise<{ fileId: string; failedRows: FailedRow[] }> {
  const texts = verdicts.map(({ reasons }, index) =>
    joinReasons(
      reasons.map(({ reason, ...rest }) => {
        const value = entries[index]?.row[REASON_FIELD[reason]] ?? ''
        return reasonText(reason, { ...rest, limitFen, value })
      }),
    ),
  )
  const failedRows = entries.flatMap(({ row }, index) => {
    const reasons = verdicts[index]?.reasons ?? []
    if (reasons.length === 0) return []
    const { rowNumber, name, idCardNo, phone, cardNo } = row
    const fields = [...new Set(reasons.map(({ reason }) => REASON_FIELD[reason]))]
    return [{ rowNumber, name, idCardNo, phone, cardNo, reason: texts[index] ?? '', fields }]
  })
  function* rows(): Generator<Cell[]> {
    for (const [index, { row }] of entries.entries()) {
      const wrong = new Set((verdicts[index]?.reasons ?? []).map(({ reason }) => REASON_FIELD[reason]))
      yield [
        ...FIELDS.map((field): Cell => ({ text: row[field], marked: wrong.has(field) })),
        { text: texts[index] ?? '' },
      ]
    }
  }
  const columns = [
    ...FIELDS.map((field) => ({ title: SHEET_TITLES[field], width: 18, kind: 'text' as const })),
    { title: SHEET_TITLES.reason, width: 48, kind: 'text' as const },
  ]
  const stream = writeXlsx(rows(), { sheetName: SHEET_NAMES.marked, columns })
  const fileId = await storeMadeFile(services, by, {
    kind: 'marked-sheet',
    name: markedName(fileName),
    content: 'xlsx',
    stream,
  })
  return { fileId, failedRows }
}
