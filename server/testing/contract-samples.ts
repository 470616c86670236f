// One good request for every call about enterprise contracts, invoice categories and the stock of invoices.

import { randomBytes } from 'node:crypto'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { stockOf } from '../invoice-stock/store.ts'
import { stockLines } from './invoice-stock.ts'
import { type AccountName, OF_ROLE, type People, type Role } from './people.ts'
import { storeCategory, storeContract, storeServiceItem } from './stored-records.ts'
import type { TestServices } from './test-services.ts'

type Place = {
  readonly services: TestServices
  readonly people: People
  readonly provider: () => Promise<number>
  readonly file: (uploader: AccountName, provider?: keyof People['providers']) => Promise<string>
}

const freshName = () => `x${randomBytes(6).toString('hex')}`

export const GOOD_CONTRACT_INPUT = {
  listServiceItems: async () => ({}),
  addServiceItem: async () => ({ name: freshName() }),
  listCategories: async () => ({ status: '1' as const }),
  addCategory: async ({ services }: Place) => ({
    serviceItemId: await storeServiceItem(services),
    categoryName: freshName(),
  }),
  updateCategory: async ({ services }: Place) => ({
    categoryId: await storeCategory(services),
    serviceItemId: await storeServiceItem(services),
    categoryName: freshName(),
  }),
  setCategoryStatus: async ({ services }: Place) => ({
    categoryId: await storeCategory(services),
    status: 'disabled' as const,
  }),
  exportCategories: async () => ({ status: '1' as const }),
  stockAnswer: ({ people }: Place) => ({
    providerId: people.providers.A1,
    type: 'special-paper' as const,
    amountFen: 100_00n,
  }),
  listStock: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  saveStock: async ({ services, people }: Place) => {
    const providerId = people.providers.A1
    const month = shanghaiMonth(services.clock.now())
    const stock = await services.database.query((tx) => stockOf(tx, providerId, month))
    return { providerId, month, version: stock?.version ?? 0, lines: stockLines() }
  },
  exportStock: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  listEnterpriseContracts: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  enterpriseContractDetail: async ({ services, people }: Place) => ({
    contractId: await storeContract(services, people.providers.A1),
  }),
  lackingContracts: () => ({}),
  generateEnterpriseContracts: async ({ provider }: Place) => {
    await provider()
    return {}
  },
  saveEnterpriseContract: async ({ services, provider, file }: Place, role: Role) => ({
    contractId: await storeContract(services, await provider(), 'pending'),
    contractNo: freshName(),
    contractName: 'a name',
    categoryId: await storeCategory(services),
    status: 'pending' as const,
    fileId: await file(OF_ROLE[role]),
  }),
  downloadEnterpriseContract: async ({ services, people, file }: Place) => {
    const contractId = await storeContract(services, people.providers.A1)
    await services.query(
      "update enterprise_contracts set made_file_id = $2, text_version = '1' where contract_id = $1",
      [contractId, await file('managerA', 'A1')],
    )
    return { contractId }
  },
  exportEnterpriseContracts: ({ people }: Place) => ({ providerId: people.providers.A1 }),
}
