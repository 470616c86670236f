// The withholding declaration of a closed month as a book: people, what was left out and corrected, what ties; both ways of a correction until one is chosen.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { DeclaredFigures } from '@paywages/domain/tax/declared-figures.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { BookSheet, Cell, WritingRow } from '../../adapters/spreadsheet/write-xlsx.ts'
import {
  type BookDefinition,
  bookSheet,
  moneyColumn,
  type SheetColumn,
  textColumn,
} from '../../exports/sheet-definition.ts'
import { type BookedAdjustment, bookedPieces } from '../adjustments/booked-store.ts'
import { idCardNosOf } from '../id-card-no.ts'
import { ledgerTaxOf, type Period } from '../periods/figures-store.ts'
import { type AsFiled, filedFigurePieces } from '../periods/filed-figures.ts'
import { gatheredPeople } from '../periods/gathered-people.ts'
import type { PersonFigures } from '../periods/person-lines.ts'
import { type CorrectionGroup, choiceSheet, correctionGroups, openSheets } from './choice-sheets.ts'
import { CHOICE_RULES, CHOICE_SHEETS, FILED_WORDS } from './correction-labels.ts'
import { type DeclarationInput, noTotals, type Totals, tieSheet } from './declaration-ties.ts'
import { explainFigures } from './explain-figures.ts'
import {
  adjustmentNote,
  CORRECTION_WORDS,
  carriedNote,
  correctionNote,
  DECLARATION_RULES,
  ID_KIND,
  INCOME_ITEM,
  LEFT_OUT_WORDS,
  METHOD_WORDS,
  NOTE_KINDS,
  SHEETS,
  TOTAL,
  DECLARATION_TITLES as t,
} from './filing-labels.ts'
import { type Correction, correctionPieces, type LeftOut, leftOutOf } from './left-out-store.ts'
import { NOTE_COLUMNS, type NoteLine, ruleLine } from './note-sheet.ts'

type Line = {
  readonly number: number | undefined
  readonly name: string
  readonly idCardNo: string
  readonly method: string
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly figures: DeclaredFigures | undefined
  readonly costsFen: Fen
  readonly note: string
}

/** The year's columns stay empty in the totals: sums of different people's years mean nothing. */
const figure = (title: string, pick: (figures: DeclaredFigures) => Fen): SheetColumn<Line> => ({
  title,
  width: 14,
  kind: 'money',
  cell: ({ figures }) => (figures ? pick(figures) : null),
})

const orEmpty = (
  title: string,
  width: number,
  cell: (line: Line) => Cell | undefined,
): SheetColumn<Line> => ({
  title,
  width,
  kind: 'count',
  cell: (line) => cell(line) ?? null,
})

const COLUMNS: readonly SheetColumn<Line>[] = [
  orEmpty(t.number, 8, ({ number }) => number),
  textColumn(t.name, 12, ({ name }) => name),
  textColumn(t.idKind, 12, ({ idCardNo }) => (idCardNo === '' ? '' : ID_KIND)),
  textColumn(t.idCardNo, 22, ({ idCardNo }) => idCardNo),
  textColumn(t.item, 14, ({ idCardNo }) => (idCardNo === '' ? '' : INCOME_ITEM)),
  textColumn(t.method, 12, ({ method }) => method),
  moneyColumn(t.income, ({ incomeFen }) => incomeFen),
  moneyColumn(t.costs, ({ costsFen }) => costsFen),
  figure(t.deduction, ({ deductionFen }) => deductionFen),
  figure(t.exempt, ({ exemptFen }) => exemptFen),
  figure(t.otherDeduction, ({ otherDeductionFen }) => otherDeductionFen),
  figure(t.relief, ({ reliefFen }) => reliefFen),
  moneyColumn(t.tax, ({ taxFen }) => taxFen),
  textColumn(t.countsFrom, 12, ({ figures }) => figures?.countsFrom ?? ''),
  figure(t.yearIncome, ({ countedIncomeFen }) => countedIncomeFen),
  figure(t.yearCosts, ({ countedCostsFen }) => countedCostsFen),
  orEmpty(t.deductionMonths, 10, ({ figures }) => figures?.deductionMonths),
  figure(t.yearDeduction, ({ countedDeductionFen }) => countedDeductionFen),
  figure(t.yearExempt, ({ countedExemptFen }) => countedExemptFen),
  figure(t.yearOtherDeduction, ({ countedOtherDeductionFen }) => countedOtherDeductionFen),
  figure(t.taxable, ({ taxableFen }) => taxableFen),
  textColumn(t.rate, 10, ({ figures }) => (figures ? `${Number(figures.rateBasisPoints) / 100}%` : '')),
  figure(t.quickDeduction, ({ quickDeductionFen }) => quickDeductionFen),
  figure(t.due, ({ beforeReliefFen }) => beforeReliefFen),
  figure(t.yearRelief, ({ countedReliefFen }) => countedReliefFen),
  figure(t.withheldBefore, ({ withheldBeforeFen }) => withheldBeforeFen),
  figure(t.open, ({ openFen }) => openFen),
  textColumn(t.correction, 44, ({ note }) => note),
]

export const book: BookDefinition<DeclarationInput> = async function* (tx, cipher, input, beside) {
  const totals = noTotals()
  const groups = await correctionGroups(tx, input)
  // Both look up every payout of the month, while the people are read and written.
  const looked = beside(async (other) => ({
    leftOut: await leftOutOf(other, input),
    ledgerFen: await ledgerTaxOf(other, input.taxId),
  }))
  const without = groups.some(({ filing }) => filing === undefined) ? noTotals() : undefined
  if (without === undefined) yield declarationSheet(SHEETS.declaration, tx, cipher, { input, totals })
  else {
    yield choiceSheet(groups)
    yield declarationSheet(CHOICE_SHEETS.current, tx, cipher, { input, totals })
    const undecided = 'amended'
    yield declarationSheet(CHOICE_SHEETS.without, tx, cipher, { input, totals: without, undecided })
    yield* openSheets(tx, cipher, input, groups, (sheetName, old) =>
      declarationSheet(sheetName, tx, cipher, {
        input: old,
        totals: noTotals(),
        asOf: input.month,
        undecided,
      }),
    )
  }
  const { leftOut, ledgerFen } = await looked
  yield bookSheet(SHEETS.notes, NOTE_COLUMNS, notes(tx, input, leftOut, groups))
  yield tieSheet(input, { totals, without, leftOut, ledgerFen, groups })
}

type People = AsFiled & {
  /** Whose month, under which tables. */
  readonly input: Period & Pick<DeclarationInput, 'tables'>
  /** Counts what is written. */
  readonly totals: Totals
}

/** Everyone on a month's declaration, with the sums of it. */
export function declarationSheet(
  sheetName: string,
  tx: Tx,
  cipher: Cipher,
  people: People,
): BookSheet<WritingRow> {
  return bookSheet(sheetName, COLUMNS, peopleLines(tx, cipher, people))
}

async function* peopleLines(
  tx: Tx,
  cipher: Cipher,
  { input, totals, ...asFiled }: People,
): AsyncGenerator<readonly Line[]> {
  for await (const piece of gatheredPeople(filedFigurePieces(tx, input, asFiled))) {
    const declared = piece.filter((person) => person.declared)
    // Lines of one person come one after the other, and in one piece.
    totals.people += new Set(declared.map(({ idHash }) => idHash)).size
    const idCardNos = idCardNosOf(
      cipher,
      declared.map(({ sealed }) => sealed),
    )
    yield declared.map((person, index) => lineOf(input, person, idCardNos[index] ?? '', totals))
  }
  const { incomeFen, costsFen, taxFen } = totals
  const blank = { number: undefined, idCardNo: '', method: '', figures: undefined, note: '' }
  yield [{ ...blank, name: TOTAL, incomeFen, costsFen, taxFen }]
}

function lineOf(input: People['input'], person: PersonFigures, idCardNo: string, totals: Totals): Line {
  const figures = explainFigures(person, input.month, input.tables)
  totals.lines += 1
  totals.incomeFen += person.declaredIncomeFen
  totals.costsFen += figures.costsFen
  totals.taxFen += person.taxFen
  return {
    number: totals.lines,
    name: person.name,
    idCardNo,
    method: METHOD_WORDS[person.method],
    incomeFen: person.declaredIncomeFen,
    costsFen: figures.costsFen,
    taxFen: person.taxFen,
    figures,
    note: noteOf(person),
  }
}

function noteOf(person: PersonFigures): string {
  const { corrections, correctedIncomeFen, correctedTaxFen, carriedMonths } = person
  if (corrections === 0 && carriedMonths.length === 0) return ''
  const [income, tax] = [formatYuanGrouped(correctedIncomeFen), formatYuanGrouped(correctedTaxFen)]
  return [
    ...(corrections === 0 ? [] : [correctionNote(corrections, income, tax)]),
    ...(carriedMonths.length === 0 ? [] : [carriedNote(carriedMonths)]),
  ].join('；')
}

async function* notes(
  tx: Tx,
  input: DeclarationInput,
  leftOut: readonly LeftOut[],
  groups: readonly CorrectionGroup[],
): AsyncGenerator<readonly NoteLine[]> {
  if (groups.some(({ filing }) => filing === undefined)) yield CHOICE_RULES.map(ruleLine)
  yield leftOut.map(({ why, count, fen }) => ({
    kind: NOTE_KINDS.leftOut,
    ...LEFT_OUT_WORDS[why],
    batchNo: '',
    month: why === 'later' ? '' : input.month,
    name: '',
    count,
    incomeFen: fen,
    taxFen: undefined,
  }))
  for await (const piece of correctionPieces(tx, input))
    yield piece.map((correction) => correctionLine(correction, groups))
  for await (const piece of bookedPieces(tx, input)) yield piece.map(adjustmentLine)
  yield DECLARATION_RULES.map(ruleLine)
}

const adjustmentLine = (adjustment: BookedAdjustment): NoteLine => {
  const { name, month, countedMonth, item, amountFen, reason } = adjustment
  return {
    kind: NOTE_KINDS.adjustment,
    what: ITEM_WORDS[item],
    batchNo: '',
    month: countedMonth,
    name,
    count: 1,
    incomeFen: undefined,
    taxFen: undefined,
    why: adjustmentNote(formatYuanGrouped(amountFen), reason, month === countedMonth ? undefined : month),
  }
}

function correctionLine(correction: Correction, groups: readonly CorrectionGroup[]): NoteLine {
  const { kind, batchNo, paymentMonth, name, incomeFen, taxFen, correctedMonth } = correction
  const { what, why } = CORRECTION_WORDS[kind]
  const filed = correctedMonth === undefined ? undefined : filedWords(correctedMonth, groups)
  return {
    kind: NOTE_KINDS.correction,
    what,
    why: filed === undefined ? why : `${why}；${filed}`,
    batchNo,
    month: paymentMonth,
    name,
    count: 1,
    incomeFen,
    taxFen,
  }
}

function filedWords(month: Month, groups: readonly CorrectionGroup[]): string {
  const way = groups.find((group) => group.month === month)?.filing?.way
  if (way === undefined) return FILED_WORDS.open
  return way === 'current' ? FILED_WORDS.current : FILED_WORDS.amended(month)
}
