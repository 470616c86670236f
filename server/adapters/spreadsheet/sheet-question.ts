// What a person is asked about a sheet: its columns with their first values, what each may be, and the other sheets of the file.

import { isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { type AmountUnit, amountUnit } from '@paywages/domain/payouts/amount-units.ts'
import type { ColumnContent, ContentKind } from '@paywages/domain/payouts/column-content.ts'
import { type ImpliedMonth, impliedMonth } from '@paywages/domain/payouts/implied-months.ts'
import { completeMonth, isYearHeading } from '@paywages/domain/payouts/month-parts.ts'
import { keyOfLines, MAX_LAYOUT_KEY } from '@paywages/domain/payouts/sheet-layout.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import { offeredMonth, type ProposedColumn, proposeColumns } from '@paywages/domain/payouts/sheet-survey.ts'
import { unitOver } from './heading-finder.ts'
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
  /** Its months that leave their year open, with what they can only mean. */
  readonly months: readonly ImpliedMonth[]
  /** Of amounts that are so many yuan. */
  readonly unit: AmountUnit | null
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
  survey: SheetSurvey,
  thisMonth: string | undefined,
): SheetQuestion {
  const { headingRow, rowCount, columns, headingLines, titleMonth } = survey
  const key = keyOfLines(headingLines)
  const proposed = proposeColumns(columns)
  return {
    sheetName,
    sheets: sheets.map(({ name }) => name),
    headingRow,
    rowCount,
    columns: proposed.map((column) => asked(column, survey, thisMonth)),
    key: headingRow === 0 || key === '' || key.length > MAX_LAYOUT_KEY ? null : key,
    titleMonth: offeredMonth(proposed, titleMonth) ?? null,
  }
}

function asked(
  { column, heading, content, isHidden, field, contested, by }: ProposedColumn,
  survey: SheetSurvey,
  thisMonth: string | undefined,
): AskedColumn {
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
    months: impliedMonths(content, survey, thisMonth),
    unit: amountUnit(unitOver(survey.headingLines, column) ?? survey.unit) ?? null,
  }
}

/** Those that the reader does not complete by itself. */
function impliedMonths(
  { bareMonths }: ColumnContent,
  { titleYear, columns }: SheetSurvey,
  thisMonth: string | undefined,
): ImpliedMonth[] {
  if (thisMonth === undefined || columns.some(({ heading }) => isYearHeading(heading))) return []
  return bareMonths.flatMap((text) => {
    const month = isMonth(completeMonth(text, undefined, titleYear))
      ? undefined
      : impliedMonth(text, thisMonth)
    return month === undefined ? [] : [{ text, month }]
  })
}
