// The export of personal contracts: what the filters of the page find, in full (D28, D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { ListExport } from '../exports/export-list.ts'
import { type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import { type ContractFilter, type ContractRecord, contractPieces } from './contract-list-store.ts'
import { CONTRACT_SHEET, contractsName, FLAG_WORDS, STATE_WORDS, CONTRACT_TITLES as t } from './labels.ts'
import { numbersOf, type PersonNumbers } from './shown-contract.ts'

type Row = ContractRecord & PersonNumbers

const time = (at: Date | null) => (at === null ? '' : shanghaiSecond(at))

export const sheet: SheetDefinition<ContractFilter, Row> = {
  sheetName: CONTRACT_SHEET,
  columns: () => [
    textColumn(t.contractNo, 20, (row) => row.contractNo),
    textColumn(t.state, 10, (row) => STATE_WORDS[row.state]),
    textColumn(t.name, 12, (row) => row.name),
    textColumn(t.idCardNo, 22, (row) => row.idCardNo),
    textColumn(t.phone, 14, (row) => row.phone),
    textColumn(t.company, 24, (row) => row.providerName),
    textColumn(t.invitedAt, 20, (row) => time(row.invitedAt)),
    textColumn(t.invitedBy, 12, (row) => row.invitedBy),
    textColumn(t.expiresAt, 20, (row) => time(row.expiresAt)),
    textColumn(t.signedAt, 20, (row) => time(row.signedAt)),
    textColumn(t.textVersion, 10, (row) => row.textVersion),
    textColumn(t.digest, 24, (row) => row.digest),
    textColumn(t.flags, 30, (row) => row.flags.map((flag) => FLAG_WORDS[flag]).join('；')),
    textColumn(t.checkNote, 24, (row) => row.checkNote),
    textColumn(t.endReason, 24, (row) => row.endReason),
  ],
  pieces: (tx, cipher, filter) => opened(cipher, contractPieces(tx, filter)),
}

export const contractExport: ListExport<ContractFilter, Row> = {
  action: 'export-personal-contracts',
  list: 'personal-contracts',
  fileName: contractsName,
  sheet,
  thread: import.meta.url,
}

async function* opened(cipher: Cipher, pieces: AsyncIterable<ContractRecord[]>): AsyncGenerator<Row[]> {
  for await (const piece of pieces) yield piece.map((record) => ({ ...record, ...numbersOf(cipher, record) }))
}
