// Judges a new password by the password itself, which is forgotten right after: only its digest goes on (D8, ADR 72).

import { passwordWeakness } from '@paywages/domain/accounts/password-strength.ts'
import { passwordDigest } from '../adapters/passwords/password-digest.ts'
import { Refused, refuseIf } from '../refused.ts'

/** Refuses a password that is too weak for the account, and one that is not what the digest was made of. */
export function judgePassword(account: string, password: string, digest: string): void {
  if (passwordDigest(password) !== digest) throw new Refused('password-mismatch')
  refuseIf(passwordWeakness(password, account))
}
