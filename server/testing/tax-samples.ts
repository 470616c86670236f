// One good request for every call about tax: proofs, personal statements, filings and the trial.

import { DAY_MS, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { registeredPerson } from './freelancers.ts'
import { payStored, storeBatch } from './payout-batches.ts'
import type { People } from './people.ts'
import { freshMonth, storeProof, storeTaxStatement, storeUploadedProof } from './tax.ts'
import type { TestHouse } from './test-house.ts'

type Place = { readonly house: TestHouse; readonly people: People }

const proofOf = async ({ house, people }: Place) => ({ taxId: await storeProof(house, people.providers.A1) })

async function paidLongAgo({ house }: Place): Promise<number> {
  const { batchId, rowIds } = await storeBatch(house, 'payA1')
  await payStored(house, batchId, new Date(house.clock.now().getTime() - 40 * DAY_MS))
  const [rowId] = rowIds
  if (rowId === undefined) throw new Error('nobody was paid')
  return rowId
}

const generates = async (place: Place) => {
  await paidLongAgo(place)
  return {}
}

export const GOOD_TAX_ASK = {
  listProofs: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportProofs: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  proofDetail: proofOf,
  monthsToProve: () => ({}),
  generateProofs: generates,
  uploadProof: proofOf,
  rejectProof: async ({ house, people }: Place) => ({
    taxId: await storeUploadedProof(house, people.providers.A1),
    reason: 'a reason',
  }),
  generateStatements: generates,
  listStatementsOfPeople: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportStatementsOfPeople: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  downloadStatementsOfPeople: async (place: Place) => ({
    statementIds: [await storeTaxStatement(place.house, place.people.providers.A1, await paidLongAgo(place))],
  }),
  listFilings: ({ house, people }: Place) => ({
    month: shanghaiMonth(house.clock.now()),
    providerId: people.providers.A1,
  }),
  downloadDeclaration: async ({ house, people }: Place) => {
    const providerId = people.providers.A1
    const month = freshMonth()
    await storeProof(house, providerId, month)
    return { providerId, month }
  },
  // Long before anybody's first payout: nothing is left to close.
  downloadPlatformReport: ({ people }: Place) => ({ quarter: '2020-Q1', providerId: people.providers.A1 }),
  highEarners: ({ house }: Place) => ({ month: shanghaiMonth(house.clock.now()) }),
  taxTrial: async ({ house }: Place) => {
    const { providerId, userId } = await registeredPerson(house, 'payA1')
    return { providerId, userId, amountFen: 1_000_000n, isNet: false, method: 'cumulative' as const }
  },
  trialTerms: ({ people }: Place) => ({ providerId: people.providers.A1 }),
}
