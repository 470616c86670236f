// The withholding declaration of a closed month as a book of three sheets: people, what was left out and corrected, what ties.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { declareMonth } from '@paywages/domain/tax/declaration.ts'
import { type DeclaredFigures, declaredFigures } from '@paywages/domain/tax/declared-figures.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { Cell } from '../../adapters/spreadsheet/write-xlsx.ts'
import {
  type BookDefinition,
  bookSheet,
  moneyColumn,
  type SheetColumn,
  textColumn,
} from '../../exports/sheet-definition.ts'
import { type BookedAdjustment, bookedPieces } from '../adjustments/booked-store.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { figurePieces, ledgerTaxOf, type Period, type PersonFigures } from '../periods/figures-store.ts'
import {
  adjustmentNote,
  CORRECTION_WORDS,
  correctionNote,
  DECLARATION_RULES,
  ID_KIND,
  INCOME_ITEM,
  LEFT_OUT_WORDS,
  METHOD_WORDS,
  NOTE_KINDS,
  RECONCILIATION_LINES,
  RECONCILIATION_TITLES,
  SHEETS,
  TOTAL,
  DECLARATION_TITLES as t,
} from './filing-labels.ts'
import { type Correction, correctionPieces, type LeftOut, leftOutOf } from './left-out-store.ts'
import { NOTE_COLUMNS, type NoteLine, ruleLine } from './note-sheet.ts'

export type DeclarationInput = Period & {
  readonly payerName: string
  readonly taxpayerId: string
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly closedAt: Date
  readonly tables: TaxTables
}

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

type Totals = { people: number; incomeFen: Fen; costsFen: Fen; taxFen: Fen }

/** The year's columns stay empty in the totals: sums of different people's years mean nothing. */
const figure = (title: string, pick: (figures: DeclaredFigures) => Fen): SheetColumn<Line> => ({
  title,
  width: 14,
  kind: 'money',
  cell: ({ figures }) => (figures ? { fen: pick(figures) } : null),
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
  orEmpty(t.number, 8, ({ number }) => (number === undefined ? undefined : { count: number })),
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
  orEmpty(t.deductionMonths, 10, ({ figures }) => figures && { count: figures.deductionMonths }),
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

export const book: BookDefinition<DeclarationInput> = async function* (tx, cipher, input) {
  const totals: Totals = { people: 0, incomeFen: 0n, costsFen: 0n, taxFen: 0n }
  yield bookSheet(SHEETS.declaration, COLUMNS, people(tx, cipher, input, totals))
  const leftOut = await leftOutOf(tx, input)
  yield bookSheet(SHEETS.notes, NOTE_COLUMNS, notes(tx, input, leftOut))
  yield bookSheet(SHEETS.proof, RECONCILIATION_COLUMNS, proof(tx, input, totals, leftOut))
}

async function* people(
  tx: Tx,
  cipher: Cipher,
  input: DeclarationInput,
  totals: Totals,
): AsyncGenerator<readonly Line[]> {
  for await (const piece of figurePieces(tx, input)) {
    const declared = piece.filter((person) => person.declared)
    yield declared.map((person) => lineOf(cipher, input, person, totals))
  }
  const { incomeFen, costsFen, taxFen } = totals
  const blank = { number: undefined, idCardNo: '', method: '', figures: undefined, note: '' }
  yield [{ ...blank, name: TOTAL, incomeFen, costsFen, taxFen }]
}

function lineOf(cipher: Cipher, input: DeclarationInput, person: PersonFigures, totals: Totals): Line {
  const { month, tables } = input
  const settings = { gapRule: person.gapRule }
  const declaration = declareMonth(person, month, { settings, tables })
  const figures = declaredFigures(declaration, { ...person, period: month }, tables)
  totals.people += 1
  totals.incomeFen += person.declaredIncomeFen
  totals.costsFen += figures.costsFen
  totals.taxFen += person.taxFen
  const { corrections, correctedIncomeFen, correctedTaxFen } = person
  return {
    number: totals.people,
    name: person.name,
    idCardNo: idCardNoOf(cipher, person.sealed),
    method: METHOD_WORDS[person.method],
    incomeFen: person.declaredIncomeFen,
    costsFen: figures.costsFen,
    taxFen: person.taxFen,
    figures,
    note:
      corrections === 0
        ? ''
        : correctionNote(
            corrections,
            formatYuanGrouped(correctedIncomeFen),
            formatYuanGrouped(correctedTaxFen),
          ),
  }
}

async function* notes(
  tx: Tx,
  input: DeclarationInput,
  leftOut: readonly LeftOut[],
): AsyncGenerator<readonly NoteLine[]> {
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
  for await (const piece of correctionPieces(tx, input)) yield piece.map(correctionLine)
  for await (const piece of bookedPieces(tx, input)) yield piece.map(adjustmentLine)
  yield DECLARATION_RULES.map(ruleLine)
}

const correctionLine = ({ kind, batchNo, paymentMonth, name, incomeFen, taxFen }: Correction): NoteLine => ({
  kind: NOTE_KINDS.correction,
  ...CORRECTION_WORDS[kind],
  batchNo,
  month: paymentMonth,
  name,
  count: 1,
  incomeFen,
  taxFen,
})

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

type ReconciliationLine = { readonly what: string; readonly text: string; readonly fen: Fen | undefined }

const RECONCILIATION_COLUMNS: readonly SheetColumn<ReconciliationLine>[] = [
  textColumn(RECONCILIATION_TITLES.what, 34, ({ what }) => what),
  textColumn(RECONCILIATION_TITLES.text, 36, ({ text }) => text),
  {
    title: RECONCILIATION_TITLES.fen,
    width: 16,
    kind: 'money',
    cell: ({ fen }) => (fen === undefined ? null : { fen }),
  },
]

/** By what the first sheet came to as it was written, not by another sum of the same. */
async function* proof(
  tx: Tx,
  input: DeclarationInput,
  totals: Totals,
  leftOut: readonly LeftOut[],
): AsyncGenerator<readonly ReconciliationLine[]> {
  const ledgerFen = await ledgerTaxOf(tx, input.taxId)
  const notWithheldFen = leftOut.find(({ why }) => why === 'not-withheld')?.fen ?? 0n
  const reported = (what: string, text: string): ReconciliationLine => ({ what, text, fen: undefined })
  const sum = (what: string, fen: Fen): ReconciliationLine => ({ what, text: '', fen })
  yield [
    reported(RECONCILIATION_LINES.provider, input.payerName),
    reported(RECONCILIATION_LINES.taxpayerId, input.taxpayerId),
    reported(RECONCILIATION_LINES.period, input.month),
    reported(RECONCILIATION_LINES.closedAt, shanghaiSecond(input.closedAt)),
    reported(RECONCILIATION_LINES.people, String(totals.people)),
    sum(RECONCILIATION_LINES.income, totals.incomeFen),
    sum(RECONCILIATION_LINES.notWithheld, notWithheldFen),
    sum(RECONCILIATION_LINES.periodIncome, input.incomeFen),
    sum(RECONCILIATION_LINES.incomeGap, totals.incomeFen + notWithheldFen - input.incomeFen),
    sum(RECONCILIATION_LINES.tax, totals.taxFen),
    sum(RECONCILIATION_LINES.periodTax, input.taxFen),
    sum(RECONCILIATION_LINES.ledgerTax, ledgerFen),
    sum(RECONCILIATION_LINES.taxGap, totals.taxFen - ledgerFen),
  ]
}
