// The calls of enterprise contracts.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { CONTRACT_STATUSES } from '@paywages/domain/contracts/contract-status.ts'
import type { exportEnterpriseContracts } from '@paywages/wire/contracts/endpoints.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { exportList } from '../exports/export-list.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import {
  type ContractFilter,
  findListed,
  historyOf,
  lackingProviders,
  listContracts,
} from './contract-list-store.ts'
import { contractExport } from './contract-sheet.ts'
import { downloadContract } from './download-contract.ts'
import { generateContracts } from './generate-contracts.ts'
import { saveContract } from './save-contract.ts'
import { shownContract } from './shown-contract.ts'

type ContractCalls =
  | 'listEnterpriseContracts'
  | 'enterpriseContractDetail'
  | 'lackingContracts'
  | 'generateEnterpriseContracts'
  | 'saveEnterpriseContract'
  | 'downloadEnterpriseContract'
  | 'exportEnterpriseContracts'

export function contractRoutes(house: House): Pick<Handlers, ContractCalls> {
  const { database } = house
  return {
    listEnterpriseContracts: async ({ ask, by, scope }) => {
      const filter = filterOf(scope, by.at, ask)
      const { rows, count } = await database.look((tx) => listContracts(tx, filter, pageOf(ask)))
      return { rows: rows.map(shownContract), count }
    },
    enterpriseContractDetail: ({ ask: { contractId }, by, scope }) =>
      database.read(async (tx) => {
        const found = await findListed(tx, { scope, today: shanghaiDay(by.at), contractId })
        if (!found) throw new Refused('not-found')
        const { textVersion } = found
        return { ...shownContract(found), textVersion, history: await historyOf(tx, contractId) }
      }),
    lackingContracts: async ({ scope }) => {
      const rows = await database.look((tx) => lackingProviders(tx, scope))
      return { rows, count: rows.length }
    },
    generateEnterpriseContracts: ({ by }) => generateContracts(house, by),
    saveEnterpriseContract: async ({ ask, by }) => {
      await saveContract(house, by, ask)
      return undefined
    },
    downloadEnterpriseContract: ({ ask, by }) =>
      downloadContract(house, by, ask.contractId, ask.inline === '1'),
    exportEnterpriseContracts: ({ ask, by, scope }) =>
      exportList(house, by, contractExport, filterOf(scope, by.at, ask)),
  }
}

function filterOf(scope: Scope, now: Date, ask: AskOf<typeof exportEnterpriseContracts>): ContractFilter {
  const { contractNo, contractName, categoryId, status, providerId, ending } = ask
  return {
    scope,
    today: shanghaiDay(now),
    contractNo,
    contractName,
    categoryId,
    status: CONTRACT_STATUSES[Number(status ?? '-1')],
    providerId,
    ending: ending === '1',
  }
}
