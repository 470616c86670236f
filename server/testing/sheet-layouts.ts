// A remembered layout of a payout sheet, for tests that only need one to be there.

import { replaceLayout } from '../payouts/layout-store.ts'
import { actorOf } from './actor.ts'
import type { TestServices } from './test-services.ts'

export async function rememberedLayout(services: TestServices, account = 'payA1'): Promise<number> {
  const { person, at } = await actorOf(services, account)
  const { providerId, accountId } = person
  const layout = {
    key: `0:${crypto.randomUUID()}`,
    fields: { name: 0 },
    amountIs: 'gross',
    amountAsked: false,
    providerId,
    accountId,
    at,
  } as const
  return services.database.transact((tx) => replaceLayout(tx, layout))
}
