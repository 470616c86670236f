// Changes one's own password; every session of the account ends, this one too (D9, D10).

import { findAccount, setPassword } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import { hashPassword, matchesPassword } from '../adapters/passwords/password-hash.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'

export async function changeOwnPassword(
  house: House,
  by: Actor,
  ask: { oldPasswordDigest: string; newPasswordDigest: string },
): Promise<void> {
  const { accountId, account } = by.person
  const passwordHash = await hashPassword(ask.newPasswordDigest)
  await house.database.transact(async (tx) => {
    const current = await findAccount(tx, { of: 'everything' }, accountId, 'lock')
    if (!current || !(await matchesPassword(current.passwordHash, ask.oldPasswordDigest)))
      throw new Refused('wrong-old-password')
    if (ask.oldPasswordDigest === ask.newPasswordDigest) throw new Refused('same-password')
    await setPassword(tx, accountId, { passwordHash, mustChange: false })
    await recordEntry(tx, by, {
      action: 'change-password',
      object: { kind: 'account', id: accountId, name: account },
    })
  })
}
