// Creates a login account, which must change its password at first login (D10); one with rights is proposed to a second manager (D47).

import { validateGrant } from '@paywages/domain/accounts/account-change.ts'
import { holdsDecidingRight } from '@paywages/domain/proposals/second-person.ts'
import type { Proposable } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import { hashPassword } from '../adapters/passwords/password-hash.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { propose } from '../proposals/propose.ts'
import { findProvider } from '../providers/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import type { ProposedAccount } from './carry-out.ts'
import { judgeFirstPassword } from './judge-password.ts'
import { savePhone, sealPhone } from './phone-store.ts'
import { insertAccount, isNameTaken, type NewAccount, reserveAccountId } from './store.ts'

export type AccountDraft = Omit<ProposedAccount, 'passwordHash' | 'phone'> & {
  readonly passwordDigest: string
  /** Empty where none was given. */
  readonly phone?: string | undefined
  /** To be judged, and kept nowhere. */
  readonly password?: string | undefined
  readonly reason?: string | undefined
}

/** The account's number; where it was proposed, the one that it will have. */
export async function addAccount(
  services: Services,
  by: Actor,
  { passwordDigest, password, reason, phone, ...draft }: AccountDraft,
): Promise<Proposable<number>> {
  judgeFirstPassword(draft.account, password, passwordDigest)
  const passwordHash = await hashPassword(passwordDigest)
  return services.database.transact(async (tx) => {
    const provider = await findProvider(tx, draft.providerId, 'lock')
    if (!provider) throw new Refused('not-found')
    if (!provider.enabled) throw new Refused('provider-disabled')
    refuseIf(validateGrant(by.person, draft, provider.platformIds))
    const sealed = phone ? { phone: sealPhone(services.cipher, phone) } : {}
    const wanted: ProposedAccount = { ...draft, passwordHash, ...sealed }
    if (holdsDecidingRight(draft))
      return proposeAccount(tx, services, by, { wanted, providerName: provider.name, reason })
    const accountId = await insertOnce(tx, { ...wanted, at: by.at })
    if (wanted.phone) await savePhone(tx, accountId, wanted.phone, by.at)
    await recordEntry(tx, by, {
      action: 'add-account',
      object: { kind: 'account', id: accountId, name: draft.account },
      providerId: draft.providerId,
      after: factsOf(wanted),
    })
    return { data: accountId }
  })
}

const factsOf = (wanted: ProposedAccount) => {
  const { account, realName, platformId, payRight, checkRight, appLoginRight, manager, phone } = wanted
  const given = phone === undefined ? {} : { phone: phone.masked }
  return { account, realName, ...given, platformId, payRight, checkRight, appLoginRight, manager }
}

async function proposeAccount(
  tx: Tx,
  services: Services,
  by: Actor,
  {
    wanted,
    providerName,
    reason,
  }: {
    readonly wanted: ProposedAccount
    readonly providerName: string
    readonly reason: string | undefined
  },
): Promise<Proposable<number>> {
  if (await isNameTaken(tx, wanted.account)) throw new Refused('account-taken')
  const accountId = await reserveAccountId(tx)
  const waiting = await propose(tx, services, by, {
    kind: 'add-account',
    subject: wanted.account.toLowerCase(),
    providerId: wanted.providerId,
    providerName,
    accountId,
    objectName: `${wanted.account} ${wanted.realName}`,
    before: {},
    after: factsOf(wanted),
    change: wanted,
    reason,
  })
  return { data: accountId, waiting }
}

async function insertOnce(tx: Tx, account: NewAccount): Promise<number> {
  try {
    return await insertAccount(tx, account)
  } catch (error) {
    if (breaks(error, 'accounts_by_name')) throw new Refused('account-taken')
    throw error
  }
}
