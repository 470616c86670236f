// Lists and ends sessions: one's own on other devices, and those of the people one manages, who are told (D9, D47).

import { validateTouch } from '@paywages/domain/accounts/account-change.ts'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { placeOfAddress } from '@paywages/domain/session/address-place.ts'
import { deviceOf, deviceText } from '@paywages/domain/session/device.ts'
import type { SessionRow } from '@paywages/wire/session/device-endpoints.ts'
import { type AccountRecord, findAccount } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { deleteSessionsById, type LiveSession, liveSessions } from './store.ts'

type Needed = Pick<Services, 'database' | 'settings'>

const live = (tx: Tx, { settings }: Needed, by: Actor, accountId: number) =>
  liveSessions(tx, accountId, { at: by.at, limits: settings.session, token: by.person.sessionToken })

export async function listOwnSessions(services: Needed, by: Actor) {
  const found = await services.database.query((tx) => live(tx, services, by, by.person.accountId))
  return listOf(found, by)
}

export async function listAccountSessions(services: Needed, by: Actor, accountId: number) {
  const found = await services.database.query(async (tx) => {
    await findManaged(tx, by, accountId)
    return live(tx, services, by, accountId)
  })
  return listOf(found, by)
}

function listOf(found: readonly LiveSession[], by: Actor): { rows: SessionRow[]; count: number } {
  const rows = found.map(({ agent, ...session }) => ({
    ...session,
    ...deviceOf(agent),
    place: placeOfAddress(session.address, by.address),
  }))
  return { rows, count: rows.length }
}

/** One of one's own, or without an id all others; the one that asks is left by logging out. */
export async function endOwnSessions(services: Needed, by: Actor, sessionId?: number): Promise<void> {
  const { accountId, account } = by.person
  await services.database.transact(async (tx) => {
    const own = await live(tx, services, by, accountId)
    if (sessionId !== undefined && own.some((one) => one.current && one.sessionId === sessionId))
      throw new Refused('own-session')
    const others = own.filter((one) => !one.current)
    const ended = await end(tx, accountId, others, sessionId)
    if (ended.length === 0) return
    await recordEntry(tx, by, {
      action: 'end-session',
      object: { kind: 'account', id: accountId, name: account },
      after: factsOf(ended),
    })
  })
}

/** One of an account's, or without an id all of them. */
export async function endAccountSessions(
  services: Needed,
  by: Actor,
  accountId: number,
  sessionId?: number,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const { account, providerId } = await findManaged(tx, by, accountId)
    const ended = await end(tx, accountId, await live(tx, services, by, accountId), sessionId)
    if (ended.length === 0) return
    await recordEntry(tx, by, {
      action: 'end-session',
      object: { kind: 'account', id: accountId, name: account },
      providerId,
      after: factsOf(ended),
    })
    await insertNotices(tx, [accountId], { kind: 'sessions-ended', byName: by.person.realName, at: by.at })
  })
}

async function findManaged(tx: Tx, by: Actor, accountId: number): Promise<AccountRecord> {
  const account = await findAccount(tx, scopeOf(by.person), accountId)
  if (!account) throw new Refused('not-found')
  refuseIf(validateTouch(by.person, account))
  return account
}

/** Somebody else's session, one that has ended, and one that never was are answered alike. */
async function end(
  tx: Tx,
  accountId: number,
  found: readonly LiveSession[],
  sessionId: number | undefined,
): Promise<readonly LiveSession[]> {
  const meant = sessionId === undefined ? found : found.filter((one) => one.sessionId === sessionId)
  const ids = meant.map((one) => one.sessionId)
  const count = await deleteSessionsById(tx, accountId, ids)
  if (sessionId !== undefined && count === 0) throw new Refused('session-gone')
  return count === 0 ? [] : meant
}

const factsOf = (ended: readonly LiveSession[]) => ({
  devices: ended.map(({ agent, address }) => `${deviceText(deviceOf(agent))} ${address}`.trim()),
})
