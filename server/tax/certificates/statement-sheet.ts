// The export of personal statements: what the filters of the page find, in full (D28, D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { isPaid } from '@paywages/domain/tax/proof-status.ts'
import { statementNo } from '@paywages/domain/tax/statement-no.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { ListExport } from '../../exports/export-list.ts'
import { moneyColumn, type SheetDefinition, textColumn } from '../../exports/sheet-definition.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { PAID_WORDS, STATEMENT_SHEET, statementsName, STATEMENT_TITLES as t } from './statement-labels.ts'
import { type StatementFilter, type StatementRecord, statementPieces } from './statement-list-store.ts'

type Row = StatementRecord & { readonly idCardNo: string }

export const sheet: SheetDefinition<StatementFilter, Row> = {
  sheetName: STATEMENT_SHEET,
  columns: () => [
    textColumn(t.number, 20, (row) => statementNo(row.month, row.statementId)),
    textColumn(t.month, 10, (row) => row.month),
    textColumn(t.name, 12, (row) => row.name),
    textColumn(t.idCardNo, 22, (row) => row.idCardNo),
    textColumn(t.provider, 24, (row) => row.providerName),
    moneyColumn(t.income, (row) => row.incomeFen),
    moneyColumn(t.tax, (row) => row.taxFen),
    textColumn(t.status, 10, (row) => paidWords(row)),
    textColumn(t.generatedAt, 20, (row) => shanghaiSecond(row.generatedAt)),
  ],
  pieces: (tx, cipher, filter) => opened(cipher, statementPieces(tx, filter)),
}

export const statementExport: ListExport<StatementFilter, Row> = {
  action: 'export-tax-statements',
  list: 'tax-statements',
  fileName: statementsName,
  sheet,
  thread: import.meta.url,
}

function paidWords({ proofStatus }: Row): string {
  if (proofStatus === null) return PAID_WORDS.notWithheld
  return isPaid(proofStatus) ? PAID_WORDS.paid : PAID_WORDS.unpaid
}

async function* opened(cipher: Cipher, pieces: AsyncIterable<StatementRecord[]>): AsyncGenerator<Row[]> {
  for await (const piece of pieces)
    yield piece.map((record) => ({ ...record, idCardNo: idCardNoOf(cipher, record.sealed) }))
}
