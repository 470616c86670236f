// Places a hold on what a provider keeps of a person, or of everybody, and lifts it; never by one person alone (ADR 146).

import { validateLift } from '@paywages/domain/retention/retention.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { knowsPerson } from '../freelancers/erasure-store.ts'
import { Refused } from '../refused.ts'
import { insertHold, liftHold as lift, lockHold, lockProvider } from './hold-store.ts'
import { nameOf } from './period-store.ts'

export async function placeHold(
  services: Services,
  by: Actor,
  { providerId, userId, reason }: { providerId: number; userId: number | undefined; reason: string },
): Promise<void> {
  await services.database.transact(async (tx) => {
    const name = await nameOf(tx, providerId)
    if (name === undefined) throw new Refused('not-found')
    // A worker that erases some of them at this moment is waited for; whoever comes after sees the hold.
    await lockProvider(tx, providerId)
    if (userId !== undefined && !(await knowsPerson(tx, { providerId, userId })))
      throw new Refused('not-found')
    const holdId = await insertHold(tx, {
      providerId,
      userId: userId ?? null,
      reason,
      placedBy: by.person.accountId,
      at: by.at,
    })
    if (holdId === undefined) throw new Refused('hold-there')
    await recordEntry(tx, by, {
      action: 'place-retention-hold',
      object: { kind: 'retention-hold', id: holdId, name },
      providerId,
      reason,
      after: userId === undefined ? {} : { userId },
    })
  })
}

export async function liftHold(
  services: Services,
  by: Actor,
  { providerId, holdId, reason }: { providerId: number; holdId: number; reason: string },
): Promise<void> {
  await services.database.transact(async (tx) => {
    const hold = await lockHold(tx, providerId, holdId)
    if (hold === undefined) throw new Refused('not-found')
    const refusal = validateLift(
      { placedBy: hold.placedBy, lifted: hold.liftedAt !== null },
      by.person.accountId,
    )
    if (refusal !== undefined) throw new Refused(refusal)
    await lift(tx, holdId, { accountId: by.person.accountId, at: by.at, reason })
    await recordEntry(tx, by, {
      action: 'lift-retention-hold',
      object: { kind: 'retention-hold', id: holdId, name: (await nameOf(tx, providerId)) ?? '' },
      providerId,
      reason,
      before: hold.userId === null ? {} : { userId: hold.userId },
    })
  })
}
