// A manager corrects the name that one provider has on record for a person, with a reason (D26).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { lockKnownName, setName } from './store.ts'

export type NameCorrection = {
  readonly userId: number
  readonly providerId: number
  readonly name: string
  readonly reason: string
}

export async function correctName(services: Services, by: Actor, correction: NameCorrection): Promise<void> {
  const { userId, providerId, name, reason } = correction
  await services.database.transact(async (tx) => {
    const known = await lockKnownName(tx, scopeOf(by.person), { providerId, userId })
    if (!known) throw new Refused('not-found')
    if (known.name === name) throw new Refused('name-unchanged')
    await setName(tx, { userId, providerId, name })
    await recordEntry(tx, by, {
      action: 'correct-name',
      object: { kind: 'freelancer', id: userId, name },
      providerId,
      reason,
      before: { name: known.name },
      after: { name },
    })
  })
}
