// Judges a new password by the password itself, which is forgotten right after: only its digest goes on (D8, ADR 72).

import { commonPasswords } from '@paywages/domain/accounts/common-passwords.ts'
import { passwordWeakness } from '@paywages/domain/accounts/password-strength.ts'
import { passwordDigest } from '../adapters/passwords/password-digest.ts'
import { Refused, refuseIf } from '../refused.ts'

/** Refuses a password that is too weak for the account, and one that is not what the digest was made of. */
export function judgePassword(account: string, password: string, digest: string): void {
  if (passwordDigest(password) !== digest) throw new Refused('password-mismatch')
  refuseIf(passwordWeakness(password, account))
}

let commonDigests: ReadonlySet<string> | undefined

/** The first password of an account, which its owner must change: one that came as its digest alone is held against the common ones and the name. */
export function judgeFirstPassword(account: string, password: string | undefined, digest: string): void {
  if (password !== undefined) {
    judgePassword(account, password, digest)
    return
  }
  commonDigests ??= new Set([...commonPasswords()].map(passwordDigest))
  if (commonDigests.has(digest)) throw new Refused('password-too-common')
  if (passwordDigest(account) === digest) throw new Refused('password-names-account')
}
