// One good request for every call about tax proofs.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { payStored, storeBatch } from './payout-batches.ts'
import type { People } from './people.ts'
import { storeProof, storeUploadedProof } from './tax.ts'
import type { TestHouse } from './test-house.ts'

type Place = { readonly house: TestHouse; readonly people: People }

const proofOf = async ({ house, people }: Place) => ({ taxId: await storeProof(house, people.providers.A1) })

export const GOOD_PROOF_ASK = {
  listProofs: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportProofs: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  proofDetail: proofOf,
  monthsToProve: () => ({}),
  generateProofs: async ({ house }: Place) => {
    const { batchId } = await storeBatch(house, 'payA1')
    await payStored(house, batchId, new Date(house.clock.now().getTime() - 40 * DAY_MS))
    return {}
  },
  uploadProof: proofOf,
  rejectProof: async ({ house, people }: Place) => ({
    taxId: await storeUploadedProof(house, people.providers.A1),
    reason: 'a reason',
  }),
}
