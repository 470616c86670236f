// Changes one's own password; every session of the account ends, this one too (D9, D10).

import { findAccount, setPassword } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import { hashPassword, matchesPassword } from '../adapters/passwords/password-hash.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { countAttempt } from './count-attempt.ts'
import { deleteFailures } from './store.ts'

export async function changeOwnPassword(
  services: Services,
  by: Actor,
  input: { oldPasswordDigest: string; newPasswordDigest: string },
): Promise<void> {
  const { accountId, account } = by.person
  // A stolen session must not serve to guess the password: these attempts count like those at the door.
  const attempt = await countAttempt(services, by, account)
  if ('locked' in attempt) throw new Refused(attempt.locked, { minutes: attempt.minutes })
  const passwordHash = await hashPassword(input.newPasswordDigest)
  const changed = await services.database.transact(async (tx) => {
    const current = await findAccount(tx, { of: 'everything' }, accountId, 'lock')
    if (!current || !(await matchesPassword(current.passwordHash, input.oldPasswordDigest)))
      throw new Refused('wrong-old-password')
    await deleteFailures(tx, attempt)
    // Said after the commit: whoever knows the old password has not failed.
    if (input.oldPasswordDigest === input.newPasswordDigest) return false
    await setPassword(tx, accountId, { passwordHash, mustChange: false })
    await recordEntry(tx, by, {
      action: 'change-password',
      object: { kind: 'account', id: accountId, name: account },
    })
    return true
  })
  if (!changed) throw new Refused('same-password')
}
