// Opens a session, or counts a failure; unknown names and wrong passwords are answered alike (D2, D8–D10).

import { randomBytes } from 'node:crypto'
import { mayEnterConsole } from '@paywages/domain/accounts/rights.ts'
import { type AccountRecord, findAccountByName, noteLogin } from '../accounts/store.ts'
import type { Origin } from '../actor.ts'
import { matchesPassword, spendPasswordCheck } from '../adapters/passwords/password-hash.ts'
import type { Services } from '../app-services.ts'
import { type AuditEvent, recordAnonymousEntry, recordEntryAs } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { countAttempt } from './count-attempt.ts'
import { hashToken } from './identify.ts'
import { deleteFailures, deleteSession, insertSession } from './store.ts'

export type LoginInput = {
  readonly account: string
  readonly passwordDigest: string
  readonly brand?: 1 | 2 | undefined
  /** The cookie of an earlier session in this browser, which ends now. */
  readonly earlierToken: string | undefined
}

export async function logIn(services: Services, origin: Origin, input: LoginInput): Promise<string> {
  const attempt = await countAttempt(services, origin, input.account)
  if ('locked' in attempt) return refuse(services, origin, input.account, undefined, attempt.locked, attempt)
  const account = await services.database.read((tx) => findAccountByName(tx, input.account))
  const right = account ? await matchesPassword(account.passwordHash, input.passwordDigest) : false
  if (!account) await spendPasswordCheck(input.passwordDigest)
  if (!account || !right) return refuse(services, origin, input.account, account, 'bad-credentials')
  await services.database.transact((tx) => deleteFailures(tx, attempt))
  if (!account.enabled) return refuse(services, origin, input.account, account, 'account-disabled')
  if (!mayEnterConsole(account)) return refuse(services, origin, input.account, account, 'no-console-right')
  return open(services, origin, input, account)
}

type LoginRefusal =
  | 'bad-credentials'
  | 'account-disabled'
  | 'no-console-right'
  | 'account-locked'
  | 'address-locked'

async function refuse(
  services: Services,
  origin: Origin,
  name: string,
  account: AccountRecord | undefined,
  code: LoginRefusal,
  detail: { readonly minutes?: number } = {},
): Promise<never> {
  await services.database.transact((tx) => recordAnonymousEntry(tx, origin, refusal(name, account, code)))
  throw new Refused(code, detail.minutes === undefined ? {} : { minutes: detail.minutes })
}

/** A name that is no account may be a password typed into the wrong field, so it is not kept. */
function refusal(name: string, account: AccountRecord | undefined, reason: LoginRefusal): AuditEvent {
  const shown = account ? account.account : `${[...name][0] ?? ''}***`
  const object = { kind: 'account', id: account?.accountId ?? '', name: shown }
  return { action: 'login', object, providerId: account?.providerId ?? null, result: 'refused', reason }
}

async function open(
  services: Services,
  origin: Origin,
  input: LoginInput,
  account: AccountRecord,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await services.database.transact(async (tx) => {
    if (input.earlierToken !== undefined) await deleteSession(tx, hashToken(input.earlierToken))
    await insertSession(tx, {
      tokenHash: hashToken(token),
      accountId: account.accountId,
      epoch: account.sessionEpoch,
      brand: services.brands.choose(input.brand, origin.hostname),
      address: origin.address,
      at: origin.at,
    })
    await noteLogin(tx, account.accountId, origin.at)
    const object = { kind: 'account', id: account.accountId, name: account.account }
    await recordEntryAs(tx, origin, account, { action: 'login', object })
  })
  return token
}
