// Adds and removes restricted people (D26).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import type { Actor } from '../actor.ts'
import { ID_CARD_NO, LIMIT_SEAL } from '../adapters/personal-data/contexts.ts'
import { breaks } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { insertLimitUser, lockLimitUser, removeLimitUser } from './store.ts'

export type LimitDraft = {
  readonly name: string
  readonly idCardNo: string
  readonly providerId?: number | undefined
  readonly everywhere?: boolean | undefined
}

export async function addLimitUser(services: Services, by: Actor, draft: LimitDraft): Promise<number> {
  if (draft.everywhere && !by.person.superManager) throw new Refused('limit-user-everywhere')
  const providerId = draft.everywhere ? null : (draft.providerId ?? by.person.providerId)
  try {
    return await services.database.transact(async (tx) => {
      const limitId = await insertLimitUser(tx, {
        providerId,
        name: draft.name,
        idHash: services.cipher.lookupHash(draft.idCardNo, ID_CARD_NO),
        sealedId: services.cipher.seal(draft.idCardNo, LIMIT_SEAL),
        addedBy: by.person.accountId,
        at: by.at,
      })
      const object = { kind: 'limit-user', id: limitId, name: draft.name }
      const after = { idCardNo: maskIdCardNo(draft.idCardNo), everywhere: draft.everywhere ?? false }
      await recordEntry(tx, by, { action: 'add-limit-user', object, providerId, after })
      return limitId
    })
  } catch (error) {
    if (breaks(error, 'limit_users_once')) throw new Refused('limit-user-known')
    throw error
  }
}

export async function liftLimitUser(
  services: Services,
  by: Actor,
  limitId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const user = await lockLimitUser(tx, scopeOf(by.person), limitId)
    if (!user) throw new Refused('not-found')
    if (user.providerId === null && !by.person.superManager) throw new Refused('limit-user-not-yours')
    await removeLimitUser(tx, limitId, { accountId: by.person.accountId, at: by.at, reason })
    const object = { kind: 'limit-user', id: limitId, name: user.name }
    await recordEntry(tx, by, { action: 'remove-limit-user', object, providerId: user.providerId, reason })
  })
}
