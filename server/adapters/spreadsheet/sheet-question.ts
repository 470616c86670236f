// What a person is asked about a sheet: its columns with their first values, what each may be, and the other sheets of the file.

import type { ContentKind } from '@paywages/domain/payouts/column-content.ts'
import { keyOfLines, MAX_LAYOUT_KEY } from '@paywages/domain/payouts/sheet-layout.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import { offeredMonth, type ProposedColumn, proposeColumns } from '@paywages/domain/payouts/sheet-survey.ts'
import type { BookSheet } from './sheet-book.ts'
import type { SheetSurvey } from './survey-rows.ts'

export type AskedColumn = {
  readonly column: number
  readonly heading: string
  readonly samples: readonly string[]
  readonly filled: number
  readonly field: PayoutField | null
  readonly contested: PayoutField | null
  readonly by: ProposedColumn['by']
  /** How many of its cells are what it is proposed for, in percent. */
  readonly percent: number | null
  /** Of a column of amounts. */
  readonly sumFen: number | null
  /** The program does not show it. */
  readonly hidden: boolean
}

export type SheetQuestion = {
  readonly sheetName: string
  readonly sheets: readonly string[]
  readonly headingRow: number
  readonly rowCount: number
  readonly columns: readonly AskedColumn[]
  /** Null where the sheet has no headings to remember it by. */
  readonly key: string | null
  /** The month of the title, which a person may take for every row; null where a column has it or none is told. */
  readonly titleMonth: string | null
}

export function questionOf(
  sheetName: string,
  sheets: readonly BookSheet[],
  { headingRow, rowCount, columns, headingLines, titleMonth }: SheetSurvey,
): SheetQuestion {
  const key = keyOfLines(headingLines)
  const proposed = proposeColumns(columns)
  return {
    sheetName,
    sheets: sheets.map(({ name }) => name),
    headingRow,
    rowCount,
    columns: proposed.map(asked),
    key: headingRow === 0 || key === '' || key.length > MAX_LAYOUT_KEY ? null : key,
    titleMonth: offeredMonth(proposed, titleMonth) ?? null,
  }
}

function asked({ column, heading, content, isHidden, field, contested, by }: ProposedColumn): AskedColumn {
  const kind = field ?? contested
  const isTested = kind !== null && kind !== 'remark'
  return {
    column,
    heading,
    samples: content.samples,
    filled: content.filled,
    field,
    contested,
    by,
    percent: isTested ? Math.floor(content.shareOf(kind as ContentKind) * 100) : null,
    sumFen: kind === 'amount' ? content.sumFen : null,
    hidden: isHidden === true,
  }
}
