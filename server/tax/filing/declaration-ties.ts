// The sheet that holds a declaration against its period and the ledger, whatever of it is filed on old months (docs/rules/tax.md).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { BookSheet, WritingRow } from '../../adapters/spreadsheet/write-xlsx.ts'
import { bookSheet, type SheetColumn, textColumn } from '../../exports/sheet-definition.ts'
import type { Period } from '../periods/figures-store.ts'
import type { CorrectionGroup } from './choice-sheets.ts'
import { DECLARATION_TIES } from './correction-labels.ts'
import { RECONCILIATION_LINES, RECONCILIATION_TITLES, SHEETS } from './filing-labels.ts'
import type { LeftOut } from './left-out-store.ts'

export type DeclarationInput = Period & {
  readonly payerName: string
  readonly taxpayerId: string
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly closedAt: Date
  readonly tables: TaxTables
}

/** People, and their lines: whoever was withheld from in two ways in a month has two. */
export type Totals = { people: number; lines: number; incomeFen: Fen; costsFen: Fen; taxFen: Fen }

export const noTotals = (): Totals => ({ people: 0, lines: 0, incomeFen: 0n, costsFen: 0n, taxFen: 0n })

export type TieLine = { readonly what: string; readonly text: string; readonly fen: Fen | undefined }

export const TIE_COLUMNS: readonly SheetColumn<TieLine>[] = [
  textColumn(RECONCILIATION_TITLES.what, 34, ({ what }) => what),
  textColumn(RECONCILIATION_TITLES.text, 36, ({ text }) => text),
  {
    title: RECONCILIATION_TITLES.fen,
    width: 16,
    kind: 'money',
    cell: ({ fen }) => (fen === undefined ? null : { fen }),
  },
]

type Written = {
  readonly totals: Totals
  /** The same month without what is still to be chosen, where something is. */
  readonly without: Totals | undefined
  readonly leftOut: readonly LeftOut[]
  /** What the ledger owes for the period. */
  readonly ledgerFen: Fen
  readonly groups: readonly CorrectionGroup[]
}

export function tieSheet(input: DeclarationInput, written: Written): BookSheet<WritingRow> {
  return bookSheet(SHEETS.proof, TIE_COLUMNS, ties(input, written))
}

/** By what the sheets came to as they were written, not by another sum of the same. */
async function* ties(
  input: DeclarationInput,
  { totals, without, leftOut, ledgerFen, groups }: Written,
): AsyncGenerator<readonly TieLine[]> {
  const notWithheldFen = leftOut.find(({ why }) => why === 'not-withheld')?.fen ?? 0n
  const amended = groups.filter(({ filing }) => filing?.way === 'amended')
  const elsewhere = sumOfGroups(amended)
  yield [
    textLine(RECONCILIATION_LINES.provider, input.payerName),
    textLine(RECONCILIATION_LINES.taxpayerId, input.taxpayerId),
    textLine(RECONCILIATION_LINES.period, input.month),
    textLine(RECONCILIATION_LINES.closedAt, shanghaiSecond(input.closedAt)),
    textLine(RECONCILIATION_LINES.people, String(totals.people)),
    sumLine(RECONCILIATION_LINES.income, totals.incomeFen),
    ...amended.map(({ month, incomeFen }) => sumLine(DECLARATION_TIES.amendedIncome(month), incomeFen)),
    sumLine(RECONCILIATION_LINES.notWithheld, notWithheldFen),
    sumLine(RECONCILIATION_LINES.periodIncome, input.incomeFen),
    sumLine(
      RECONCILIATION_LINES.incomeGap,
      totals.incomeFen + elsewhere.incomeFen + notWithheldFen - input.incomeFen,
    ),
    sumLine(RECONCILIATION_LINES.tax, totals.taxFen),
    ...amended.map(({ month, taxFen }) => sumLine(DECLARATION_TIES.amendedTax(month), taxFen)),
    sumLine(RECONCILIATION_LINES.periodTax, input.taxFen),
    sumLine(RECONCILIATION_LINES.ledgerTax, ledgerFen),
    sumLine(RECONCILIATION_LINES.taxGap, totals.taxFen + elsewhere.taxFen - ledgerFen),
  ]
  if (without !== undefined) yield undecidedLines(totals, without, groups)
}

export const textLine = (what: string, text: string): TieLine => ({ what, text, fen: undefined })
export const sumLine = (what: string, fen: Fen): TieLine => ({ what, text: '', fen })

/** The month without what is to be chosen, and that: as much as the month with it. */
function undecidedLines(
  totals: Totals,
  without: Totals,
  groups: readonly CorrectionGroup[],
): readonly TieLine[] {
  const open = sumOfGroups(groups.filter(({ filing }) => filing === undefined))
  return [
    sumLine(DECLARATION_TIES.withoutIncome, without.incomeFen),
    sumLine(DECLARATION_TIES.openIncome, open.incomeFen),
    sumLine(DECLARATION_TIES.withoutIncomeGap, without.incomeFen + open.incomeFen - totals.incomeFen),
    sumLine(DECLARATION_TIES.withoutTax, without.taxFen),
    sumLine(DECLARATION_TIES.openTax, open.taxFen),
    sumLine(DECLARATION_TIES.withoutTaxGap, without.taxFen + open.taxFen - totals.taxFen),
  ]
}

const sumOfGroups = (groups: readonly CorrectionGroup[]) => ({
  incomeFen: groups.reduce((sum, { incomeFen }) => sum + incomeFen, 0n),
  taxFen: groups.reduce((sum, { taxFen }) => sum + taxFen, 0n),
})
