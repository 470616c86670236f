// The export of tax certificates: what the filters of the page find, in full (D28, D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { statementNo } from '@paywages/domain/tax/certificate-no.ts'
import { isPaid } from '@paywages/domain/tax/proof-status.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { ListExport } from '../../exports/export-list.ts'
import { moneyColumn, type SheetDefinition, textColumn } from '../../exports/sheet-definition.ts'
import { idCardNoOf } from '../id-card-no.ts'
import {
  CERTIFICATE_SHEET,
  certificatesName,
  PAID_WORDS,
  CERTIFICATE_TITLES as t,
} from './certificate-labels.ts'
import {
  type CertificateFilter,
  type CertificateRecord,
  certificatePieces,
} from './certificate-list-store.ts'

type Row = CertificateRecord & { readonly idCardNo: string }

export const sheet: SheetDefinition<CertificateFilter, Row> = {
  sheetName: CERTIFICATE_SHEET,
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
  pieces: (tx, cipher, filter) => opened(cipher, certificatePieces(tx, filter)),
}

export const statementExport: ListExport<CertificateFilter, Row> = {
  action: 'export-tax-statements',
  list: 'tax-statements',
  fileName: certificatesName,
  sheet,
  thread: import.meta.url,
}

function paidWords({ proofStatus }: Row): string {
  if (proofStatus === null) return PAID_WORDS.notWithheld
  return isPaid(proofStatus) ? PAID_WORDS.paid : PAID_WORDS.unpaid
}

async function* opened(cipher: Cipher, pieces: AsyncIterable<CertificateRecord[]>): AsyncGenerator<Row[]> {
  for await (const piece of pieces)
    yield piece.map((record) => ({ ...record, idCardNo: idCardNoOf(cipher, record.sealed) }))
}
