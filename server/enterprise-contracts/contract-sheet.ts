// The export of enterprise contracts: the columns of the page's table (spec §2, D29).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import type { ListExport } from '../exports/export-list.ts'
import { type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import { type ContractFilter, contractPieces, type ListedContract } from './contract-list-store.ts'
import { CONTRACT_SHEET, contractsName, STATUS_WORDS, CONTRACT_TITLES as t } from './labels.ts'

const sheet: SheetDefinition<ContractFilter, ListedContract> = {
  sheetName: CONTRACT_SHEET,
  columns: () => [
    textColumn(t.contractNo, 20, (row) => row.contractNo),
    textColumn(t.contractName, 32, (row) => row.contractName),
    textColumn(t.serviceRate, 10, (row) => formatRatePercent(row.serviceRate)),
    textColumn(t.categoryName, 18, (row) => row.categoryName),
    textColumn(t.providerName, 28, (row) => row.providerName),
    textColumn(t.beginDay, 12, (row) => row.beginDay ?? ''),
    textColumn(t.endDay, 12, (row) => row.endDay ?? ''),
    textColumn(t.status, 10, (row) => STATUS_WORDS[row.status]),
  ],
  pieces: (tx, _, filter) => contractPieces(tx, filter),
}

export const contractExport: ListExport<ContractFilter, ListedContract> = {
  action: 'export-contracts',
  list: 'enterprise-contracts',
  fileName: (_, { today }) => contractsName(today),
  sheet,
}
