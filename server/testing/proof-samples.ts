// One good request for every call about tax proofs and personal statements.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { payStored, storeBatch } from './payout-batches.ts'
import type { People } from './people.ts'
import { storeProof, storeTaxStatement, storeUploadedProof } from './tax.ts'
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

export const GOOD_PROOF_ASK = {
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
}
