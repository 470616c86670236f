// The export of tax proofs: what the filters of the page find (spec §2, D31).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { ListExport } from '../../exports/export-list.ts'
import { countColumn, moneyColumn, type SheetDefinition, textColumn } from '../../exports/sheet-definition.ts'
import { PROOF_SHEET, proofsName, STATUS_WORDS, PROOF_TITLES as t } from './proof-labels.ts'
import { type ListedProof, type ProofFilter, proofPieces } from './proof-list-store.ts'

const sheet: SheetDefinition<ProofFilter, ListedProof> = {
  sheetName: PROOF_SHEET,
  columns: () => [
    textColumn(t.month, 10, (row) => row.month),
    moneyColumn(t.tax, (row) => row.taxFen),
    moneyColumn(t.income, (row) => row.incomeFen),
    countColumn(t.people, (row) => row.peopleCount),
    textColumn(t.file, 32, (row) => row.fileName),
    textColumn(t.provider, 24, (row) => row.providerName),
    textColumn(t.uploadedAt, 20, (row) => (row.uploadedAt === null ? '' : shanghaiSecond(row.uploadedAt))),
    textColumn(t.status, 10, (row) => STATUS_WORDS[row.status]),
    textColumn(t.reason, 30, (row) => row.reason),
  ],
  pieces: (tx, _cipher, filter) => proofPieces(tx, filter),
}

export const proofExport: ListExport<ProofFilter, ListedProof> = {
  action: 'export-tax-proofs',
  list: 'tax-proofs',
  fileName: proofsName,
  sheet,
}
