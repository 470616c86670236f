// Takes a one-time code or a recovery code as the second factor of this session; each counts once (D48).

import { isOneTimeCode, openSteps, plainCode } from '@paywages/domain/factors/one-time-code.ts'
import { isRecoveryCode } from '@paywages/domain/factors/recovery-code.ts'
import type { Actor } from '../actor.ts'
import { matchingStep } from '../adapters/one-time-codes/totp.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { waitDetail } from '../session/login-door.ts'
import { deleteFailures, noteFactor, noteLoginPlace } from '../session/store.ts'
import { countFailure, validateAttempt } from '../session/validate-attempt.ts'
import { factorPlaceOf } from './factor-place.ts'
import { findTotp, spendStep, useRecoveryCode } from './store.ts'

type Judged = { readonly right: true; readonly how: 'totp' | 'recovery-code' } | WrongCode
type WrongCode = { readonly right: false; readonly code: 'wrong-code' | 'code-used' }

/** One transaction, so that an attempt is counted exactly when it has failed. */
export async function giveCode(services: Services, by: Actor, typed: string): Promise<void> {
  const place = factorPlaceOf(services, by)
  const { accountId, account, sessionToken } = by.person
  const object = { kind: 'account', id: accountId, name: account }
  const outcome = await services.database.transact(async (tx) => {
    const refusal = await validateAttempt(tx, services, place, by.at, false)
    if (refusal) return refusal
    const judged = await judgeCode(tx, services, by, plainCode(typed))
    if (!judged.right) {
      await countFailure(tx, place, by.at)
      const reason = judged.code
      await recordEntry(tx, by, { action: 'give-factor', object, result: 'refused', reason })
      return judged
    }
    await deleteFailures(tx, place.locked)
    await noteLoginPlace(tx, place.accountHere, by.at)
    await noteFactor(tx, sessionToken, by.at)
    await recordEntry(tx, by, { action: 'give-factor', object, after: { factor: judged.how } })
    return undefined
  })
  if (outcome === undefined) return
  throw new Refused(outcome.code, 'until' in outcome ? waitDetail(outcome.until, by.at) : {})
}

async function judgeCode(tx: Tx, { cipher }: Services, by: Actor, code: string): Promise<Judged> {
  const { accountId } = by.person
  if (isRecoveryCode(code)) {
    const right = await useRecoveryCode(tx, cipher, accountId, code, by.at)
    return right ? { right, how: 'recovery-code' } : { right, code: 'wrong-code' }
  }
  const totp = await findTotp(tx, cipher, accountId)
  if (!isOneTimeCode(code) || !totp || totp.confirmedAt === null) return { right: false, code: 'wrong-code' }
  const step = matchingStep(totp.secret, code, openSteps(by.at, totp.lastStep))
  if (step === undefined) {
    const isSpent = matchingStep(totp.secret, code, openSteps(by.at, 0)) !== undefined
    return { right: false, code: isSpent ? 'code-used' : 'wrong-code' }
  }
  await spendStep(tx, accountId, step)
  return { right: true, how: 'totp' }
}
