// Whoever has set an account's password must not be able to set up its first factor: that needs a code which only the second person knows (ADR 93).

import { randomBytes } from 'node:crypto'
import { plainCode } from '@paywages/domain/factors/one-time-code.ts'
import { recoveryCodeOf, shownRecoveryCode } from '@paywages/domain/factors/recovery-code.ts'
import { holdsDecidingRight } from '@paywages/domain/proposals/second-person.ts'
import { findAccount } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import { hashPassword, matchesPassword } from '../adapters/passwords/password-hash.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { deleteEnrolmentCode, lockEnrolmentCode, saveEnrolmentCode } from './enrolment-store.ts'
import { passkeysOf } from './passkey-store.ts'
import { readTotpFacts } from './store.ts'

/** Told once to whoever confirmed; null where the account has a factor, decides nothing, or none is demanded. */
export async function makeEnrolmentCode(
  tx: Tx,
  services: Services,
  by: Actor,
  accountId: number,
): Promise<string | null> {
  if (!services.settings.secondFactor.demanded) return null
  const account = await findAccount(tx, { of: 'everything' }, accountId)
  if (!account || !holdsDecidingRight(account)) return null
  const totp = await readTotpFacts(tx, accountId)
  if (totp?.confirmedAt || (await passkeysOf(tx, accountId)).length > 0) return null
  const code = freshCode()
  const hash = await hashPassword(code)
  await saveEnrolmentCode(tx, accountId, { hash, madeBy: by.person.accountId, at: by.at })
  return shownRecoveryCode(code)
}

function freshCode(): string {
  for (;;) {
    const code = recoveryCodeOf(randomBytes(20))
    if (code !== undefined) return code
  }
}

/** Within the transaction that sets up a factor; spends the code. Whoever has a factor has given that instead. */
export async function spendEnrolmentCode(
  tx: Tx,
  { person }: Actor,
  typed: string | undefined,
): Promise<void> {
  const { accountId, factor } = person
  if (factor.totp || factor.passkey) return
  const hash = await lockEnrolmentCode(tx, accountId)
  if (hash === undefined) return
  const code = plainCode(typed ?? '')
  if (code === '') throw new Refused('enrolment-code-needed')
  if (!(await matchesPassword(hash, code))) throw new Refused('enrolment-code-wrong')
  await deleteEnrolmentCode(tx, accountId)
}
