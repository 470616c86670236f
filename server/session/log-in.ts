// Opens a session, or counts a failure; unknown names and wrong passwords are answered alike (D2, D8–D10).

import { randomBytes } from 'node:crypto'
import { mayEnterConsole } from '@paywages/domain/accounts/rights.ts'
import { LOCKOUT, lockedUntil } from '@paywages/domain/session/lockout.ts'
import { type AccountRecord, findAccountByName, noteLogin } from '../accounts/store.ts'
import type { Origin } from '../actor.ts'
import { matchesPassword, spendPasswordCheck } from '../adapters/passwords/password-hash.ts'
import { type AuditEvent, recordAnonymousEntry, recordEntryAs } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { hashToken } from './identify.ts'
import { deleteFailures, deleteSession, insertFailures, insertSession, lockFailures } from './store.ts'

export type LoginAsk = {
  readonly account: string
  readonly passwordDigest: string
  readonly brand?: 1 | 2 | undefined
  /** The cookie of an earlier session in this browser, which ends now. */
  readonly earlierToken: string | undefined
}

export async function logIn(house: House, origin: Origin, ask: LoginAsk): Promise<string> {
  const attempt = await countAttempt(house, origin, ask.account)
  const account = await house.database.read((tx) => findAccountByName(tx, ask.account))
  const right = account ? await matchesPassword(account.passwordHash, ask.passwordDigest) : false
  if (!account) await spendPasswordCheck(ask.passwordDigest)
  if (!account || !right) return refuse(house, origin, ask.account, account, 'bad-credentials')
  await house.database.transact((tx) => deleteFailures(tx, attempt))
  if (!account.enabled) return refuse(house, origin, ask.account, account, 'account-disabled')
  if (!mayEnterConsole(account)) return refuse(house, origin, ask.account, account, 'no-console-right')
  return open(house, origin, ask, account)
}

/**
 * The failure is written down before the password is looked at and taken back on success:
 * fifty guesses sent at once get no more tries than fifty in a row.
 */
async function countAttempt(
  house: House,
  origin: Origin,
  account: string,
): Promise<{ subject: string; ids: bigint[] }> {
  const name = house.cipher.lookupHash(account.toLowerCase(), 'login-failures.account')
  const address = house.cipher.lookupHash(origin.address, 'login-failures.address')
  const since = new Date(origin.at.getTime() - LOCKOUT.windowMs - LOCKOUT.lockMs)
  const outcome = await house.database.transact(async (tx) => {
    const until = lockedUntil(await lockFailures(tx, name, since), origin.at)
    if (until) return { locked: 'account-locked' as const, until }
    const limit = house.settings.loginFailuresPerAddress
    const addressUntil = lockedUntil(await lockFailures(tx, address, since), origin.at, limit)
    if (addressUntil) return { locked: 'address-locked' as const, until: addressUntil }
    return { ids: await insertFailures(tx, [name, address], origin.at) }
  })
  if ('ids' in outcome) return { subject: name, ids: outcome.ids }
  await house.database.transact((tx) =>
    recordAnonymousEntry(tx, origin, refusal(account, undefined, outcome.locked)),
  )
  const minutes = Math.ceil((outcome.until.getTime() - origin.at.getTime()) / 60_000)
  throw new Refused(outcome.locked, { minutes })
}

type LoginRefusal =
  | 'bad-credentials'
  | 'account-disabled'
  | 'no-console-right'
  | 'account-locked'
  | 'address-locked'

async function refuse(
  house: House,
  origin: Origin,
  name: string,
  account: AccountRecord | undefined,
  code: LoginRefusal,
): Promise<never> {
  await house.database.transact((tx) => recordAnonymousEntry(tx, origin, refusal(name, account, code)))
  throw new Refused(code)
}

/** A name that is no account may be a password typed into the wrong field, so it is not kept. */
function refusal(name: string, account: AccountRecord | undefined, reason: LoginRefusal): AuditEvent {
  const shown = account ? account.account : `${[...name][0] ?? ''}***`
  const object = { kind: 'account', id: account?.accountId ?? '', name: shown }
  return { action: 'login', object, providerId: account?.providerId ?? null, result: 'refused', reason }
}

async function open(house: House, origin: Origin, ask: LoginAsk, account: AccountRecord): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await house.database.transact(async (tx) => {
    if (ask.earlierToken !== undefined) await deleteSession(tx, hashToken(ask.earlierToken))
    await insertSession(tx, {
      tokenHash: hashToken(token),
      accountId: account.accountId,
      epoch: account.sessionEpoch,
      brand: house.brands.choose(ask.brand, origin.hostname),
      address: origin.address,
      at: origin.at,
    })
    await noteLogin(tx, account.accountId, origin.at)
    const object = { kind: 'account', id: account.accountId, name: account.account }
    await recordEntryAs(tx, origin, account, { action: 'login', object })
  })
  return token
}
