// The calls of enterprise contracts.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { CONTRACT_STATUSES } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { exportEnterpriseContracts } from '@paywages/wire/enterprise-contracts/endpoints.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
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

export function enterpriseContractRoutes(services: Services): Pick<Handlers, ContractCalls> {
  const { database } = services
  return {
    listEnterpriseContracts: async ({ input, by, scope }) => {
      const filter = filterOf(scope, by.at, input)
      const { rows, count } = await database.query((tx) =>
        listContracts(tx, filter, pageOf(input), input.sort),
      )
      return { rows: rows.map(shownContract), count }
    },
    enterpriseContractDetail: ({ input: { contractId }, by, scope }) =>
      database.read(async (tx) => {
        const found = await findListed(tx, { scope, today: shanghaiDay(by.at), contractId })
        if (!found) throw new Refused('not-found')
        const { textVersion } = found
        return { ...shownContract(found), textVersion, history: await historyOf(tx, contractId) }
      }),
    lackingContracts: async ({ scope }) => {
      const rows = await database.query((tx) => lackingProviders(tx, scope))
      return { rows, count: rows.length }
    },
    generateEnterpriseContracts: ({ by }) => generateContracts(services, by),
    saveEnterpriseContract: async ({ input, by }) => {
      await saveContract(services, by, input)
      return undefined
    },
    downloadEnterpriseContract: ({ input, by }) =>
      downloadContract(services, by, input.contractId, input.inline === '1'),
    exportEnterpriseContracts: ({ input, by, scope }) =>
      exportList(services, by, contractExport, filterOf(scope, by.at, input)),
  }
}

function filterOf(scope: Scope, now: Date, input: InputOf<typeof exportEnterpriseContracts>): ContractFilter {
  const { contractNo, contractName, categoryId, status, providerId, ending } = input
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
