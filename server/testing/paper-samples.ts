// One good request for every call about enterprise contracts, invoice categories and the stock of invoices.

import { randomBytes } from 'node:crypto'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { stockOf } from '../invoice-stock/store.ts'
import { stockLines } from './invoice-stock.ts'
import { storeCategory, storeContract, storeServiceItem } from './papers.ts'
import { type AccountName, OF_ROLE, type People, type Role } from './people.ts'
import type { TestHouse } from './test-house.ts'

type Place = {
  readonly house: TestHouse
  readonly people: People
  readonly provider: () => Promise<number>
  readonly file: (uploader: AccountName, provider?: keyof People['providers']) => Promise<string>
}

const freshName = () => `x${randomBytes(6).toString('hex')}`

export const GOOD_PAPER_ASK = {
  listServiceItems: async () => ({}),
  addServiceItem: async () => ({ name: freshName() }),
  listCategories: async () => ({ status: '1' as const }),
  addCategory: async ({ house }: Place) => ({
    serviceItemId: await storeServiceItem(house),
    categoryName: freshName(),
  }),
  updateCategory: async ({ house }: Place) => ({
    categoryId: await storeCategory(house),
    serviceItemId: await storeServiceItem(house),
    categoryName: freshName(),
  }),
  setCategoryStatus: async ({ house }: Place) => ({
    categoryId: await storeCategory(house),
    status: 'disabled' as const,
  }),
  exportCategories: async () => ({ status: '1' as const }),
  stockAnswer: ({ people }: Place) => ({
    providerId: people.providers.A1,
    type: 'special-paper' as const,
    amountFen: 100_00n,
  }),
  listStock: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  saveStock: async ({ house, people }: Place) => {
    const providerId = people.providers.A1
    const month = shanghaiMonth(house.clock.now())
    const stock = await house.database.look((tx) => stockOf(tx, providerId, month))
    return { providerId, month, version: stock?.version ?? 0, lines: stockLines() }
  },
  exportStock: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  listEnterpriseContracts: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  enterpriseContractDetail: async ({ house, people }: Place) => ({
    contractId: await storeContract(house, people.providers.A1),
  }),
  lackingContracts: () => ({}),
  generateEnterpriseContracts: async ({ provider }: Place) => {
    await provider()
    return {}
  },
  saveEnterpriseContract: async ({ house, provider, file }: Place, role: Role) => ({
    contractId: await storeContract(house, await provider(), 'pending'),
    contractNo: freshName(),
    contractName: 'a name',
    categoryId: await storeCategory(house),
    status: 'pending' as const,
    fileId: await file(OF_ROLE[role]),
  }),
  downloadEnterpriseContract: async ({ house, people, file }: Place) => {
    const contractId = await storeContract(house, people.providers.A1)
    await house.query(
      "update enterprise_contracts set made_file_id = $2, text_version = '1' where contract_id = $1",
      [contractId, await file('managerA', 'A1')],
    )
    return { contractId }
  },
  exportEnterpriseContracts: ({ people }: Place) => ({ providerId: people.providers.A1 }),
}
