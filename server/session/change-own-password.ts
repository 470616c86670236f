// Changes one's own password; every session of the account ends, this one too (D9, D10).

import { judgePassword } from '../accounts/judge-password.ts'
import { findAccount, setPassword } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import { hashPassword, matchesPassword } from '../adapters/passwords/password-hash.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import { Refused } from '../refused.ts'
import { waitDetail } from './login-door.ts'
import { placeOf } from './login-place.ts'
import { deleteFailures } from './store.ts'
import { countFailure, validateAttempt } from './validate-attempt.ts'

export async function changeOwnPassword(
  services: Services,
  by: Actor,
  input: {
    readonly oldPasswordDigest: string
    readonly newPasswordDigest: string
    /** The new one, to be judged and kept nowhere. */
    readonly password: string
    readonly deviceCookie: string | undefined
  },
): Promise<void> {
  const { accountId, account } = by.person
  const { oldPasswordDigest, newPasswordDigest, password, deviceCookie } = input
  judgePassword(account, password, newPasswordDigest)
  // A stolen session must not serve to guess the password: these attempts count like those at the door.
  const place = placeOf(services, by, { account, deviceCookie })
  const outcome = await services.database.transact(async (tx) => {
    const refusal = await validateAttempt(tx, services, place, by.at, true)
    if (refusal) return refusal
    const current = await findAccount(tx, { of: 'everything' }, accountId, 'lock')
    if (!current || !(await matchesPassword(current.passwordHash, oldPasswordDigest))) {
      await countFailure(tx, place, by.at)
      return { code: 'wrong-old-password' } as const
    }
    await deleteFailures(tx, place.locked)
    // Said after the commit: whoever knows the old password has not failed.
    if (oldPasswordDigest === newPasswordDigest) return { code: 'same-password' } as const
    await setPassword(tx, accountId, {
      passwordHash: await hashPassword(newPasswordDigest),
      mustChange: false,
    })
    await recordEntry(tx, by, {
      action: 'change-password',
      object: { kind: 'account', id: accountId, name: account },
    })
    await insertNotices(tx, [accountId], {
      kind: 'password-changed',
      byName: by.person.realName,
      at: by.at,
    })
    return undefined
  })
  if (outcome === undefined) return
  throw new Refused(outcome.code, 'until' in outcome ? waitDetail(outcome.until, by.at) : {})
}
