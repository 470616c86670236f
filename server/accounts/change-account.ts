// Changes an account made by others: rights and names, status, password (D10).

import { validateGrant, validateTouch } from '@paywages/domain/accounts/account-change.ts'
import { type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import { hashPassword } from '../adapters/passwords/password-hash.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { changedFacts, recordEntry } from '../audit-log/record-entry.ts'
import { findProvider } from '../providers/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import {
  type AccountChange,
  type AccountRecord,
  findAccount,
  setEnabled,
  setPassword,
  updateAccount,
} from './store.ts'

/** The account under lock, inside the scope, and one that this person may touch. */
async function lockAccount(tx: Tx, by: Actor, accountId: number): Promise<AccountRecord> {
  const scope: Scope = scopeOf(by.person)
  const account = await findAccount(tx, scope, accountId, 'lock')
  if (!account) throw new Refused('not-found')
  refuseIf(validateTouch(by.person, account))
  return account
}

const objectOf = (account: AccountRecord) => ({
  kind: 'account',
  id: account.accountId,
  name: account.account,
})

/** What is not given stays as it is. */
export type WantedChange = { readonly [K in keyof AccountChange]?: AccountChange[K] | undefined }

export async function changeAccount(
  services: Services,
  by: Actor,
  accountId: number,
  wanted: WantedChange,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const account = await lockAccount(tx, by, accountId)
    const provider = await findProvider(tx, account.providerId, 'lock')
    const now = factsOf(account)
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const next = { ...now, ...given }
    refuseIf(validateGrant(by.person, next, provider?.platformIds ?? []))
    const changed = changedFacts(now, next)
    const endSessions = ['platformId', 'payRight', 'checkRight', 'appLoginRight', 'manager'].some(
      (name) => name in changed.after,
    )
    if (Object.keys(changed.after).length === 0) return
    await updateAccount(tx, accountId, next, endSessions)
    await recordEntry(tx, by, {
      action: 'update-account',
      object: objectOf(account),
      providerId: account.providerId,
      ...changed,
    })
  })
}

function factsOf(account: AccountRecord): AccountChange {
  const { realName, serviceName, platformId, payRight, checkRight, appLoginRight, manager } = account
  return { realName, serviceName, platformId, payRight, checkRight, appLoginRight, manager }
}

export async function changeAccountStatus(
  services: Services,
  by: Actor,
  accountId: number,
  enabled: boolean,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const account = await lockAccount(tx, by, accountId)
    if (account.enabled === enabled) throw new Refused('state-changed')
    await setEnabled(tx, accountId, enabled)
    const action = enabled ? 'enable-account' : 'disable-account'
    await recordEntry(tx, by, { action, object: objectOf(account), providerId: account.providerId })
  })
}

export async function resetAccountPassword(
  services: Services,
  by: Actor,
  accountId: number,
  digest: string,
): Promise<void> {
  const passwordHash = await hashPassword(digest)
  await services.database.transact(async (tx) => {
    const account = await lockAccount(tx, by, accountId)
    await setPassword(tx, accountId, { passwordHash, mustChange: true })
    await recordEntry(tx, by, {
      action: 'reset-password',
      object: objectOf(account),
      providerId: account.providerId,
    })
  })
}
