// Changes an account made by others: rights and names, status, password (D10). What gives power is proposed to a second manager (D47).

import { validateGrant, validateTouch } from '@paywages/domain/accounts/account-change.ts'
import { type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { NoticeKind } from '@paywages/domain/proposals/notice.ts'
import { holdsDecidingRight, needsSecondPerson } from '@paywages/domain/proposals/second-person.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import { hashPassword } from '../adapters/passwords/password-hash.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { changedFacts, recordEntry } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import { type ProposalDraft, propose } from '../proposals/propose.ts'
import { findProvider } from '../providers/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { placedRightsOf } from './carry-out.ts'
import { changePhone } from './change-phone.ts'
import { judgePassword } from './judge-password.ts'
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

/** What every proposal about an account says of it. */
const about = (
  account: AccountRecord,
): Pick<ProposalDraft, 'subject' | 'providerId' | 'providerName' | 'accountId' | 'objectName'> => ({
  subject: String(account.accountId),
  providerId: account.providerId,
  providerName: account.providerName,
  accountId: account.accountId,
  objectName: `${account.account} ${account.realName}`,
})

const tell = (tx: Tx, by: Actor, { accountId }: AccountRecord, kind: NoticeKind) =>
  insertNotices(tx, [accountId], { kind, byName: by.person.realName, at: by.at })

/** What is not given stays as it is. */
export type WantedChange = { readonly [K in keyof AccountChange]?: AccountChange[K] | undefined }

/** Names change at once, and rights are taken away at once; what gives rights is proposed. */
export async function changeAccount(
  services: Services,
  by: Actor,
  accountId: number,
  wanted: WantedChange,
  { phone = '', reason }: { readonly phone?: string | undefined; readonly reason?: string | undefined } = {},
): Promise<Waiting | undefined> {
  return services.database.transact(async (tx) => {
    const account = await lockAccount(tx, by, accountId)
    const provider = await findProvider(tx, account.providerId, 'lock')
    const now = factsOf(account)
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const next = { ...now, ...given }
    refuseIf(validateGrant(by.person, next, provider?.platformIds ?? []))
    const waits = needsSecondPerson(now, next)
    const phoneWaits = await changePhone(tx, services, by, account, { phone, reason })
    await changeNow(tx, by, account, waits ? { ...next, ...placedRightsOf(now) } : next)
    if (!waits) return phoneWaits
    const [from, to] = [placedRightsOf(now), placedRightsOf(next)]
    return propose(tx, services, by, {
      ...about(account),
      kind: 'change-rights',
      before: { ...from },
      after: { ...to },
      // What is saved at once may have ended sessions already.
      change: { from, to, epoch: (await lockAccount(tx, by, accountId)).sessionEpoch },
      reason,
    })
  })
}

async function changeNow(tx: Tx, by: Actor, account: AccountRecord, next: AccountChange): Promise<void> {
  const changed = changedFacts({ ...factsOf(account) }, { ...next })
  const endSessions = ['platformId', 'payRight', 'checkRight', 'appLoginRight', 'manager'].some(
    (name) => name in changed.after,
  )
  if (Object.keys(changed.after).length === 0) return
  await updateAccount(tx, account.accountId, next, endSessions)
  await recordEntry(tx, by, {
    action: 'update-account',
    object: objectOf(account),
    providerId: account.providerId,
    ...changed,
  })
  await tell(tx, by, account, endSessions ? 'rights-changed' : 'account-renamed')
}

function factsOf(account: AccountRecord): AccountChange {
  const { realName, serviceName, platformId, payRight, checkRight, appLoginRight, manager } = account
  return { realName, serviceName, platformId, payRight, checkRight, appLoginRight, manager }
}

/** Disabling is done at once; enabling whoever decides is proposed. */
export async function changeAccountStatus(
  services: Services,
  by: Actor,
  accountId: number,
  enabled: boolean,
  reason?: string,
): Promise<Waiting | undefined> {
  return services.database.transact(async (tx) => {
    const account = await lockAccount(tx, by, accountId)
    if (account.enabled === enabled) throw new Refused('state-changed')
    if (enabled && holdsDecidingRight(account))
      return propose(tx, services, by, {
        ...about(account),
        kind: 'enable-account',
        before: { enabled: false },
        after: { enabled: true, ...placedRightsOf(account) },
        change: { rights: placedRightsOf(account), epoch: account.sessionEpoch },
        reason,
      })
    await setEnabled(tx, accountId, enabled)
    const action = enabled ? 'enable-account' : 'disable-account'
    await recordEntry(tx, by, { action, object: objectOf(account), providerId: account.providerId })
    await tell(tx, by, account, enabled ? 'account-enabled' : 'account-disabled')
    return undefined
  })
}

export async function resetAccountPassword(
  services: Services,
  by: Actor,
  accountId: number,
  wanted: { readonly passwordDigest: string; readonly password: string },
  reason?: string,
): Promise<Waiting | undefined> {
  const passwordHash = await hashPassword(wanted.passwordDigest)
  return services.database.transact(async (tx) => {
    const account = await lockAccount(tx, by, accountId)
    judgePassword(account.account, wanted.password, wanted.passwordDigest)
    if (holdsDecidingRight(account))
      return propose(tx, services, by, {
        ...about(account),
        kind: 'reset-password',
        before: {},
        after: { password: 'new' },
        change: { passwordHash, epoch: account.sessionEpoch },
        reason,
      })
    await setPassword(tx, accountId, { passwordHash, mustChange: true })
    await recordEntry(tx, by, {
      action: 'reset-password',
      object: objectOf(account),
      providerId: account.providerId,
    })
    await tell(tx, by, account, 'password-reset')
    return undefined
  })
}
