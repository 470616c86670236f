// An old month's declaration filed again with its corrections (更正申报) as a book: everyone, who is concerned, why, and what ties.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { atOnce, type BookDefinition, bookSheet } from '../../exports/sheet-definition.ts'
import { ledgerTaxOfRows } from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'
import { type CorrectionGroup, correctionGroups } from './choice-sheets.ts'
import { type ComparedSums, comparisonSheet, noComparison } from './correction-comparison.ts'
import {
  CORRECTION_RULES,
  AMENDED_SHEETS as sheets,
  CORRECTION_TIES as t,
  WAY_WORDS,
} from './correction-labels.ts'
import { declarationSheet } from './declaration-book.ts'
import { noTotals, sumLine, TIE_COLUMNS, type TieLine, textLine } from './declaration-ties.ts'
import { CORRECTION_WORDS, NOTE_KINDS } from './filing-labels.ts'
import { NOTE_COLUMNS, type NoteLine, ruleLine } from './note-sheet.ts'

export type CorrectedMonthInput = {
  /** The old month, and the period that booked what corrects it. */
  readonly old: Period
  readonly bookedIn: Period
  readonly payerName: string
  readonly taxpayerId: string
  readonly tables: TaxTables
}

export const book: BookDefinition<CorrectedMonthInput> = async function* (tx, cipher, input) {
  const { old, bookedIn, tables } = input
  const group = (await correctionGroups(tx, bookedIn)).find(({ month }) => month === old.month)
  if (group === undefined) throw new Error('nothing corrects that month')
  const asOf: Month = bookedIn.month
  yield declarationSheet(sheets.declaration, tx, cipher, {
    input: { ...old, tables },
    totals: noTotals(),
    asOf,
    undecided: 'current',
  })
  const sums = noComparison()
  const comparison = { old, bookedIn: asOf, corrections: group.entries, tables }
  yield comparisonSheet(sheets.compared, tx, cipher, comparison, sums)
  yield bookSheet(sheets.notes, NOTE_COLUMNS, atOnce(Promise.resolve(notes(group))))
  yield bookSheet(sheets.proof, TIE_COLUMNS, ties(tx, input, group, sums))
}

const notes = ({ entries }: CorrectionGroup): readonly NoteLine[] => [
  ...entries.map(({ kind, batchNo, paymentMonth, name, incomeFen, taxFen }) => ({
    kind: NOTE_KINDS.correction,
    what: CORRECTION_WORDS[kind].what,
    why: '',
    batchNo,
    month: paymentMonth,
    name,
    count: 1,
    incomeFen,
    taxFen,
  })),
  ...CORRECTION_RULES.map(ruleLine),
]

/** By what the comparison came to as it was written. */
async function* ties(
  tx: Tx,
  { old, bookedIn, payerName, taxpayerId }: CorrectedMonthInput,
  { entries, incomeFen, filing }: CorrectionGroup,
  { people, before, after }: ComparedSums,
): AsyncGenerator<readonly TieLine[]> {
  const ledgerFen: Fen = await ledgerTaxOfRows(
    tx,
    bookedIn.taxId,
    entries.map(({ rowId }) => rowId),
  )
  yield [
    textLine(t.provider, payerName),
    textLine(t.taxpayerId, taxpayerId),
    textLine(t.period, old.month),
    textLine(t.bookedIn, bookedIn.month),
    textLine(t.filed, filing === undefined ? '' : WAY_WORDS[filing.way]),
    textLine(t.people, String(people)),
    sumLine(t.before, before.incomeFen),
    sumLine(t.booked, incomeFen),
    sumLine(t.after, after.incomeFen),
    sumLine(t.incomeGap, after.incomeFen - before.incomeFen - incomeFen),
    sumLine(t.taxBefore, before.taxFen),
    sumLine(t.ledger, ledgerFen),
    sumLine(t.taxAfter, after.taxFen),
    sumLine(t.taxGap, after.taxFen - before.taxFen - ledgerFen),
  ]
}
