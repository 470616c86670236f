// The export of the statements of a year: a line for each person, payer and month that the filters of the page find, in full (ADR 38, D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { type YearMonth, yearStatementNo } from '@paywages/domain/tax/year-statement.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { ListExport } from '../../exports/export-list.ts'
import { moneyColumn, type SheetDefinition, textColumn } from '../../exports/sheet-definition.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { YEAR_TITLES as t, YEAR_SHEET, yearsName } from './year-labels.ts'
import { type YearFilter, type YearStatementRecord, yearPieces } from './year-list-store.ts'
import { yearText } from './year-text.ts'
import { methodWords, remarkWords } from './year-words.ts'

type Row = YearMonth & { readonly of: YearStatementRecord; readonly idCardNo: string }

const wordsOf = ({ of }: Row) => yearText(of.textVersion)

export const sheet: SheetDefinition<YearFilter, Row> = {
  sheetName: YEAR_SHEET,
  columns: () => [
    textColumn(t.year, 8, ({ of }) => of.year),
    textColumn(t.name, 12, ({ of }) => of.name),
    textColumn(t.idCardNo, 22, (row) => row.idCardNo),
    textColumn(t.payer, 24, ({ of }) => of.payerName),
    textColumn(t.taxpayerId, 22, ({ of }) => of.taxpayerId),
    textColumn(t.month, 10, (row) => row.month),
    moneyColumn(t.income, (row) => row.incomeFen),
    moneyColumn(t.exempt, (row) => row.exemptFen),
    moneyColumn(t.costs, (row) => row.costsFen),
    moneyColumn(t.deduction, (row) => row.deductionFen),
    moneyColumn(t.other, (row) => row.otherDeductionFen),
    moneyColumn(t.relief, (row) => row.reliefFen),
    moneyColumn(t.tax, (row) => row.taxFen),
    textColumn(t.method, 26, (row) => methodWords(wordsOf(row), row)),
    textColumn(t.remark, 36, (row) => remarkWords(wordsOf(row), row)),
    textColumn(t.through, 10, ({ of }) => of.throughMonth),
    textColumn(t.number, 18, ({ of }) => yearStatementNo(of.year, of.statementId)),
    textColumn(t.version, 6, ({ of }) => String(of.version)),
    textColumn(t.madeAt, 20, ({ of }) => shanghaiSecond(of.madeAt)),
  ],
  pieces: (tx, cipher, filter) => linesOf(cipher, yearPieces(tx, filter)),
}

export const yearExport: ListExport<YearFilter, Row> = {
  action: 'export-year-statements',
  list: 'tax-year-statements',
  filters: ({ year }) => (year === undefined ? {} : { year }),
  fileName: (day, { year }) => yearsName(day, year),
  sheet,
  thread: import.meta.url,
}

async function* linesOf(cipher: Cipher, pieces: AsyncIterable<YearStatementRecord[]>): AsyncGenerator<Row[]> {
  for await (const piece of pieces)
    yield piece.flatMap((of) => {
      const idCardNo = idCardNoOf(cipher, of.sealed)
      return of.months.map((month) => ({ ...month, of, idCardNo }))
    })
}
