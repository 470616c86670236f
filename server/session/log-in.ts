// Opens a session, or counts a failure; unknown names and wrong passwords are answered alike (D2, D8–D10).

import { randomBytes } from 'node:crypto'
import { mayEnterConsole } from '@paywages/domain/accounts/rights.ts'
import { type AccountRecord, findAccountByName, noteLogin } from '../accounts/store.ts'
import type { Origin } from '../actor.ts'
import { matchesPassword, spendPasswordCheck } from '../adapters/passwords/password-hash.ts'
import { type AuditEvent, recordAnonymousEntry, recordEntryAs } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { countAttempt } from './count-attempt.ts'
import { hashToken } from './identify.ts'
import { deleteFailures, deleteSession, insertSession } from './store.ts'

export type LoginAsk = {
  readonly account: string
  readonly passwordDigest: string
  readonly brand?: 1 | 2 | undefined
  /** The cookie of an earlier session in this browser, which ends now. */
  readonly earlierToken: string | undefined
}

export async function logIn(house: House, origin: Origin, ask: LoginAsk): Promise<string> {
  const attempt = await countAttempt(house, origin, ask.account)
  if ('locked' in attempt) return refuse(house, origin, ask.account, undefined, attempt.locked, attempt)
  const account = await house.database.read((tx) => findAccountByName(tx, ask.account))
  const right = account ? await matchesPassword(account.passwordHash, ask.passwordDigest) : false
  if (!account) await spendPasswordCheck(ask.passwordDigest)
  if (!account || !right) return refuse(house, origin, ask.account, account, 'bad-credentials')
  await house.database.transact((tx) => deleteFailures(tx, attempt))
  if (!account.enabled) return refuse(house, origin, ask.account, account, 'account-disabled')
  if (!mayEnterConsole(account)) return refuse(house, origin, ask.account, account, 'no-console-right')
  return open(house, origin, ask, account)
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
  detail: { readonly minutes?: number } = {},
): Promise<never> {
  await house.database.transact((tx) => recordAnonymousEntry(tx, origin, refusal(name, account, code)))
  throw new Refused(code, detail.minutes === undefined ? {} : { minutes: detail.minutes })
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
