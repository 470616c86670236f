// Sets up and removes one-time codes; recovery codes are made with the first factor and shown once (D48).

import { randomBytes } from 'node:crypto'
import { isOneTimeCode, openSteps, plainCode } from '@paywages/domain/factors/one-time-code.ts'
import { RECOVERY_CODES, recoveryCodeOf, shownRecoveryCode } from '@paywages/domain/factors/recovery-code.ts'
import type { Actor } from '../actor.ts'
import { matchingStep, newTotpSecret, totpPicture } from '../adapters/one-time-codes/totp.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import { Refused } from '../refused.ts'
import { noteFactor } from '../session/store.ts'
import { judgeEnrolmentCode } from './enrolment-codes.ts'
import { passkeysOf } from './passkey-store.ts'
import {
  confirmTotpAt,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  replaceRecoveryCodes,
  saveTotp,
  spendStep,
} from './store.ts'

const objectOf = ({ person }: Actor) => ({ kind: 'account', id: person.accountId, name: person.account })

/** Whoever holds the password may set up a factor first: the owner hears of it. */
export const tellOwner = (tx: Tx, { person, at }: Actor) =>
  insertNotices(tx, [person.accountId], { kind: 'factor-changed', byName: person.realName, at })

/** A new secret, asked of nobody until its first code was typed. */
export async function startTotp(services: Services, by: Actor) {
  const { accountId, account, brand } = by.person
  const secret = newTotpSecret()
  await services.database.transact(async (tx) => {
    if ((await findTotp(tx, services.cipher, accountId))?.confirmedAt) throw new Refused('totp-exists')
    await saveTotp(tx, services.cipher, accountId, { secret, at: by.at })
  })
  return { secret, picture: await totpPicture(secret, services.brands.brand(brand).name, account) }
}

/** The first code proves that the app has the secret; it counts as given, and is spent. */
export async function confirmTotp(
  services: Services,
  by: Actor,
  typed: { readonly code: string; readonly enrolmentCode?: string | undefined },
): Promise<string[]> {
  const { accountId, sessionToken } = by.person
  const code = plainCode(typed.code)
  const spendCode = await judgeEnrolmentCode(services, by, typed.enrolmentCode)
  return services.database.transact(async (tx) => {
    const totp = await findTotp(tx, services.cipher, accountId)
    if (!totp) throw new Refused('totp-not-started')
    if (totp.confirmedAt) throw new Refused('totp-exists')
    const step = isOneTimeCode(code) ? matchingStep(totp.secret, code, openSteps(by.at, 0)) : undefined
    if (step === undefined) throw new Refused('wrong-code')
    await spendCode(tx)
    await spendStep(tx, accountId, step)
    await confirmTotpAt(tx, accountId, by.at)
    await noteFactor(tx, sessionToken, by.at)
    await recordEntry(tx, by, { action: 'set-up-totp', object: objectOf(by) })
    await tellOwner(tx, by)
    return firstRecoveryCodes(tx, services, by)
  })
}

/** None where there are some already. */
export async function firstRecoveryCodes(tx: Tx, services: Services, by: Actor): Promise<string[]> {
  if ((await countRecoveryCodes(tx, by.person.accountId)) > 0) return []
  return makeRecoveryCodes(tx, services, by)
}

async function makeRecoveryCodes(tx: Tx, { cipher }: Services, by: Actor): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < RECOVERY_CODES) {
    const code = recoveryCodeOf(randomBytes(20))
    if (code !== undefined) codes.push(code)
  }
  await replaceRecoveryCodes(tx, cipher, by.person.accountId, codes, by.at)
  return codes.map(shownRecoveryCode)
}

export async function renewRecoveryCodes(services: Services, by: Actor): Promise<string[]> {
  const { totp, passkey } = by.person.factor
  if (!totp && !passkey) throw new Refused('no-factor')
  return services.database.transact(async (tx) => {
    await recordEntry(tx, by, { action: 'new-recovery-codes', object: objectOf(by) })
    await tellOwner(tx, by)
    return makeRecoveryCodes(tx, services, by)
  })
}

/** Not the last factor where one is demanded. */
export async function removeTotp(services: Services, by: Actor): Promise<void> {
  const { accountId, factor } = by.person
  await services.database.transact(async (tx) => {
    if (!(await findTotp(tx, services.cipher, accountId))?.confirmedAt) throw new Refused('no-factor')
    // Held behind the app, as where a passkey is removed: two removals at once do not take the last two.
    const isLast = (await passkeysOf(tx, accountId, 'lock')).length === 0
    if (isLast && factor.demanded) throw new Refused('last-factor')
    await deleteTotp(tx, accountId)
    if (isLast) await deleteRecoveryCodes(tx, accountId)
    await recordEntry(tx, by, { action: 'remove-totp', object: objectOf(by) })
    await tellOwner(tx, by)
  })
}
