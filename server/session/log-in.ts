// Opens a session, or counts a failure; unknown names and wrong passwords are answered alike (D2, D8–D10).

import { randomBytes } from 'node:crypto'
import { mayEnterConsole } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { refusals } from '@paywages/wire/refusals.ts'
import { type AccountRecord, findAccountByName, noteLogin } from '../accounts/store.ts'
import type { Origin } from '../actor.ts'
import { matchesPassword, spendPasswordCheck } from '../adapters/passwords/password-hash.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type AuditEvent, recordAnonymousEntry, recordEntryAs } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { deviceDigest, rememberAccount } from './device-cookie.ts'
import { hashToken } from './identify.ts'
import { type LoginDoor, waitDetail } from './login-door.ts'
import { type LoginPlace, networkDigest, placeOf } from './login-place.ts'
import type { RefusedLogins } from './refused-logins.ts'
import { deleteFailures, deleteSession, insertSession, noteAccountPlaces, noteLoginPlace } from './store.ts'
import { type AttemptRefusal, countFailure, validateAttempt } from './validate-attempt.ts'

export type LoginInput = {
  readonly account: string
  readonly passwordDigest: string
  readonly brand?: 1 | 2 | undefined
  /** The cookie of an earlier session in this browser, which ends now. */
  readonly earlierToken: string | undefined
  readonly deviceCookie: string | undefined
}

/** With the cookie that the browser has from now on, if the login succeeds. */
type Attempt = LoginInput & { readonly newCookie: string }

export type LoginServices = Services & { readonly door: LoginDoor; readonly refusedLogins: RefusedLogins }

type LoginRefusal = AttemptRefusal['code'] | 'bad-credentials' | 'account-disabled' | 'no-console-right'

type Outcome =
  | { readonly succeeded: true; readonly token: string }
  | {
      readonly succeeded: false
      readonly code: LoginRefusal
      readonly until?: Date
      /** It stands in the audit log already, on its own. */
      readonly recorded: boolean
    }

export type LoggedIn = { readonly token: string; readonly deviceCookie: string }

export async function logIn(
  services: LoginServices,
  origin: Origin,
  input: LoginInput,
  signal: AbortSignal,
): Promise<LoggedIn> {
  const { door, refusedLogins } = services
  const place = placeOf(services, origin, input)
  const newCookie = rememberAccount(services.cipher, input.deviceCookie, input.account)
  const outcome = await door
    .enter(place, signal, () => attempt(services, origin, { ...input, newCookie }, place))
    .catch((error: unknown) => {
      // The door's own refusals are too many to stand alone, and never reach the database.
      if (error instanceof Refused && refusals[error.code].http === 429) refusedLogins.add(error.code, place)
      throw error
    })
  if (outcome.succeeded) return { token: outcome.token, deviceCookie: newCookie }
  const { code, until, recorded } = outcome
  if (!recorded) refusedLogins.add(code, place)
  if (until === undefined) throw new Refused(code)
  if (code === 'account-locked') door.close(place.locked, { code, until })
  if (code === 'address-locked') door.close(place.address, { code, until })
  throw new Refused(code, waitDetail(until, origin.at))
}

/** One transaction, so that an attempt is counted exactly when it has failed. */
function attempt(
  services: LoginServices,
  origin: Origin,
  input: Attempt,
  place: LoginPlace,
): Promise<Outcome> {
  return services.database.transact(async (tx): Promise<Outcome> => {
    const refusal = await validateAttempt(tx, services, place, origin.at, place.known)
    if (refusal) return { ...(await refuse(tx, services, origin, input, refusal.code)), until: refusal.until }
    const account = await findAccountByName(tx, input.account)
    const right = account ? await matchesPassword(account.passwordHash, input.passwordDigest) : false
    if (!account) await spendPasswordCheck(input.passwordDigest)
    if (!account || !right) {
      await countFailure(tx, place, origin.at)
      return refuse(tx, services, origin, input, 'bad-credentials', account)
    }
    await deleteFailures(tx, place.locked)
    if (!account.enabled) return refuse(tx, services, origin, input, 'account-disabled', account)
    if (!mayEnterConsole(account)) return refuse(tx, services, origin, input, 'no-console-right', account)
    await noteLoginPlace(tx, place.accountHere, origin.at)
    const here = networkDigest(services, origin)
    const used = [{ kind: 'device', place: deviceDigest(input.newCookie) } as const, ...here]
    await noteAccountPlaces(tx, account.accountId, used, shanghaiDay(origin.at))
    return { succeeded: true, token: await open(tx, services, origin, input, account) }
  })
}

/** What concerns a real account always stands on its own: its lock bounds how often that happens. */
async function refuse(
  tx: Tx,
  { refusedLogins }: LoginServices,
  origin: Origin,
  { account: name }: LoginInput,
  code: LoginRefusal,
  account?: AccountRecord,
) {
  const recorded = account !== undefined || refusedLogins.mayStandAlone()
  if (recorded) await recordAnonymousEntry(tx, origin, refusalEvent(name, account, code))
  return { succeeded: false, code, recorded } as const
}

/** A name that is no account may be a password typed into the wrong field, so it is not kept. */
function refusalEvent(name: string, account: AccountRecord | undefined, reason: LoginRefusal): AuditEvent {
  const shown = account ? account.account : `${[...name][0] ?? ''}***`
  const object = { kind: 'account', id: account?.accountId ?? '', name: shown }
  return { action: 'login', object, providerId: account?.providerId ?? null, result: 'refused', reason }
}

async function open(
  tx: Tx,
  services: Services,
  origin: Origin,
  input: LoginInput,
  account: AccountRecord,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  if (input.earlierToken !== undefined) await deleteSession(tx, hashToken(input.earlierToken))
  await insertSession(tx, {
    tokenHash: hashToken(token),
    accountId: account.accountId,
    epoch: account.sessionEpoch,
    brand: services.brands.choose(input.brand, origin.hostname),
    address: origin.address,
    agent: origin.agent,
    at: origin.at,
  })
  await noteLogin(tx, account.accountId, origin.at)
  const object = { kind: 'account', id: account.accountId, name: account.account }
  await recordEntryAs(tx, origin, account, { action: 'login', object })
  return token
}
