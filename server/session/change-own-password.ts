// Changes one's own password; every session of the account ends, this one too (D9, D10).

import { findAccount, setPassword } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import { hashPassword, matchesPassword } from '../adapters/passwords/password-hash.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { countAttempt } from './count-attempt.ts'
import { deleteFailures } from './store.ts'

export async function changeOwnPassword(
  house: House,
  by: Actor,
  ask: { oldPasswordDigest: string; newPasswordDigest: string },
): Promise<void> {
  const { accountId, account } = by.person
  // A stolen session must not serve to guess the password: these tries count like those at the door.
  const attempt = await countAttempt(house, by, account)
  if ('locked' in attempt) throw new Refused(attempt.locked, { minutes: attempt.minutes })
  const passwordHash = await hashPassword(ask.newPasswordDigest)
  const changed = await house.database.transact(async (tx) => {
    const current = await findAccount(tx, { of: 'everything' }, accountId, 'lock')
    if (!current || !(await matchesPassword(current.passwordHash, ask.oldPasswordDigest)))
      throw new Refused('wrong-old-password')
    await deleteFailures(tx, attempt)
    // Said after the commit: whoever knows the old password has not failed.
    if (ask.oldPasswordDigest === ask.newPasswordDigest) return false
    await setPassword(tx, accountId, { passwordHash, mustChange: false })
    await recordEntry(tx, by, {
      action: 'change-password',
      object: { kind: 'account', id: accountId, name: account },
    })
    return true
  })
  if (!changed) throw new Refused('same-password')
}
