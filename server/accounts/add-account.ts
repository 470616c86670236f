// Creates a login account, which must change its password at first login (D10).

import { validateGrant } from '@paywages/domain/accounts/account-change.ts'
import type { Actor } from '../actor.ts'
import { hashPassword } from '../adapters/passwords/password-hash.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { findProvider } from '../providers/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { insertAccount, type NewAccount } from './store.ts'

export type AccountDraft = Omit<NewAccount, 'passwordHash' | 'at'> & { readonly passwordDigest: string }

export async function addAccount(services: Services, by: Actor, draft: AccountDraft): Promise<number> {
  const passwordHash = await hashPassword(draft.passwordDigest)
  return services.database.transact(async (tx) => {
    const provider = await findProvider(tx, draft.providerId, 'lock')
    if (!provider) throw new Refused('not-found')
    if (!provider.enabled) throw new Refused('provider-disabled')
    refuseIf(validateGrant(by.person, draft, provider.platformIds))
    const accountId = await insertOnce(tx, { ...draft, passwordHash, at: by.at })
    const { account, realName, platformId, payRight, checkRight, appLoginRight, manager, providerId } = draft
    await recordEntry(tx, by, {
      action: 'add-account',
      object: { kind: 'account', id: accountId, name: account },
      providerId,
      after: { account, realName, platformId, payRight, checkRight, appLoginRight, manager },
    })
    return accountId
  })
}

async function insertOnce(tx: Tx, account: NewAccount): Promise<number> {
  try {
    return await insertAccount(tx, account)
  } catch (error) {
    if (breaks(error, 'accounts_by_name')) throw new Refused('account-taken')
    throw error
  }
}
