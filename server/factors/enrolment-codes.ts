// Whoever has set an account's password must not be able to set up its first factor: that needs a code which only the second person knows (ADR 93).

import { randomBytes } from 'node:crypto'
import { MAX_ENROLMENT_GUESSES, validateEnrolmentGuess } from '@paywages/domain/factors/enrolment-code.ts'
import { plainCode } from '@paywages/domain/factors/one-time-code.ts'
import { recoveryCodeOf, shownRecoveryCode } from '@paywages/domain/factors/recovery-code.ts'
import { holdsDecidingRight } from '@paywages/domain/proposals/second-person.ts'
import { findAccount } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import { hashPassword, matchesPassword } from '../adapters/passwords/password-hash.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { MakeEnrolmentCode } from '../proposals/proposal-kind.ts'
import { Refused, refuseIf } from '../refused.ts'
import {
  countGuess,
  deleteEnrolmentCode,
  findEnrolmentCode,
  saveEnrolmentCode,
  uncountGuess,
} from './enrolment-store.ts'
import { passkeysOf } from './passkey-store.ts'
import { readTotpFacts } from './store.ts'

/**
 * Hashed before the transaction of the confirmation, which saves it. Told once to whoever confirmed; null where the account has a factor,
 * decides nothing, or none is demanded.
 */
export const makeEnrolmentCode: MakeEnrolmentCode = async (services, by) => {
  if (!services.settings.secondFactor.demanded) return async () => null
  const code = freshCode()
  const hash = await hashPassword(code)
  return async (tx, accountId) => {
    const account = await findAccount(tx, { of: 'everything' }, accountId)
    if (!account || !holdsDecidingRight(account)) return null
    const totp = await readTotpFacts(tx, accountId)
    if (totp?.confirmedAt || (await passkeysOf(tx, accountId)).length > 0) return null
    await saveEnrolmentCode(tx, accountId, { hash, madeBy: by.person.accountId, at: by.at })
    return shownRecoveryCode(code)
  }
}

function freshCode(): string {
  for (;;) {
    const code = recoveryCodeOf(randomBytes(20))
    if (code !== undefined) return code
  }
}

/** Spends the code that was judged right, within the transaction that sets up the factor. */
export type SpendCode = (tx: Tx) => Promise<void>

/**
 * Judges what was typed before that transaction, as hashing takes its time; a wrong guess is counted, also where it came together with others.
 * Whoever has a factor has given that instead.
 */
export async function judgeEnrolmentCode(
  services: Services,
  by: Actor,
  typed: string | undefined,
): Promise<SpendCode> {
  const { accountId, factor } = by.person
  if (factor.totp || factor.passkey) return async () => {}
  const kept = await services.database.query((tx) => findEnrolmentCode(tx, accountId))
  if (kept === undefined) return (tx) => requireNone(tx, accountId)
  const code = plainCode(typed ?? '')
  refuseIf(validateEnrolmentGuess(kept.guesses, code))
  const { hash } = kept
  const guesses = await services.database.transact((tx) =>
    countGuess(tx, accountId, hash, MAX_ENROLMENT_GUESSES),
  )
  if (guesses === undefined) throw new Refused('enrolment-code-void')
  if (!(await matchesPassword(hash, code))) return refuseGuess(services, by, guesses)
  await services.database.transact((tx) => uncountGuess(tx, accountId, hash))
  return async (tx) => {
    if (!(await deleteEnrolmentCode(tx, accountId, hash))) throw new Refused('enrolment-code-needed')
  }
}

/** The managers read in the audit log that somebody guesses. */
async function refuseGuess(services: Services, by: Actor, guesses: number): Promise<never> {
  const left = MAX_ENROLMENT_GUESSES - guesses
  const reason = left === 0 ? 'enrolment-code-void' : 'enrolment-code-wrong'
  const object = { kind: 'account', id: by.person.accountId, name: by.person.account }
  await services.database.transact((tx) =>
    recordEntry(tx, by, { action: 'give-factor', object, result: 'refused', reason }),
  )
  throw new Refused(reason, { left })
}

/** A code that was made since this began is asked for. */
async function requireNone(tx: Tx, accountId: number): Promise<void> {
  if (await findEnrolmentCode(tx, accountId)) throw new Refused('enrolment-code-needed')
}
