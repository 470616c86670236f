// Invites everyone who has not signed: of a list, or of a payout batch (D22, D27).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { userIdIn } from '@paywages/domain/freelancers/person-number.ts'
import type { Invitation } from '@paywages/wire/freelancers/shapes.ts'
import { MAX_LISTED } from '@paywages/wire/signing/endpoints.ts'
import type { Actor } from '../actor.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { registerBatch } from '../payouts/register-people.ts'
import { Refused } from '../refused.ts'
import { type Found, findListed, findOfBatch } from './invitation-store.ts'
import { inviteUsers } from './invite-people.ts'

export type Listed = {
  readonly providerId: number
  readonly name?: string | undefined
  readonly idCardNo?: string | undefined
}

export async function inviteListed(services: Services, by: Actor, listed: Listed): Promise<Invitation> {
  const { providerId, name, idCardNo } = listed
  const userId = idCardNo === undefined ? undefined : userIdIn(idCardNo)
  const byId =
    userId === undefined && idCardNo
      ? { idHashes: services.cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) }
      : { userId }
  return services.database.transact(async (tx) => {
    const found = await findListed(tx, providerId, { name, ...byId }, MAX_LISTED + 1)
    if (found.unsigned.length > MAX_LISTED) throw new Refused('people-too-many', { max: MAX_LISTED })
    return invite(services, tx, by, found, { providerId, batchId: null })
  })
}

/** The people of a fresh sheet are made known first: the worker may not have come to it yet. */
export async function inviteBatch(services: Services, by: Actor, batchId: number): Promise<Invitation> {
  return services.database.transact(async (tx) => {
    const batch = await findBatch(tx, scopeOf(by.person), batchId)
    if (!batch) throw new Refused('not-found')
    await registerBatch(services, tx, batchId)
    const found = await findOfBatch(tx, batchId)
    return invite(services, tx, by, found, { providerId: batch.providerId, batchId })
  }, 'long')
}

async function invite(
  services: Services,
  tx: Tx,
  by: Actor,
  { unsigned: userIds, signedCount }: Found,
  to: { readonly providerId: number; readonly batchId: number | null },
): Promise<Invitation> {
  if (userIds.length === 0)
    return { invited: 0, alreadySigned: signedCount, link: null, byMessage: services.sms.codesRequired }
  const made = await inviteUsers(services, tx, by, { ...to, userIds })
  return { ...made, alreadySigned: made.alreadySigned + signedCount }
}
