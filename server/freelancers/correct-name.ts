// A manager corrects the name that one provider has on record for a person, with a reason (D26).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { setName, takeName } from './store.ts'

export type NameCorrection = {
  readonly userId: number
  readonly providerId: number
  readonly name: string
  readonly reason: string
}

export async function correctName(house: House, by: Actor, correction: NameCorrection): Promise<void> {
  const { userId, providerId, name, reason } = correction
  await house.database.transact(async (tx) => {
    const known = await takeName(tx, scopeOf(by.person), { providerId, userId })
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
