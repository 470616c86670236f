// Writes one entry of the audit log, in the same transaction as what it tells of (D34).

import type { Action } from '@paywages/domain/audit-log/actions.ts'
import type { Actor, Origin } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { insertEntry } from './store.ts'

/** What was touched: its kind, its id, and a name that people recognise. */
export type AuditObject = { readonly kind: string; readonly id: string | number; readonly name?: string }

export type AuditFacts = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>

export type AuditEvent = {
  readonly action: Action
  readonly object: AuditObject
  /** Whose record it is; by default the actor's own provider's. */
  readonly providerId?: number | null
  readonly result?: 'done' | 'refused'
  readonly reason?: string
  /** Only what changed, personal data masked. */
  readonly before?: AuditFacts
  readonly after?: AuditFacts
}

export async function recordEntry(tx: Tx, by: Actor, event: AuditEvent): Promise<void> {
  await recordEntryAs(tx, by, by.person, event)
}

/** For what happens before anybody is known, such as a failed login. */
export async function recordAnonymousEntry(tx: Tx, origin: Origin, event: AuditEvent): Promise<void> {
  await recordEntryAs(tx, origin, { accountId: null, account: '', realName: '', providerId: null }, event)
}

/** Who an entry is written down for. */
export type Writer = {
  readonly accountId: number | null
  readonly account: string
  readonly realName: string
  readonly providerId: number | null
}

/** For someone who is known but has no session yet, such as at login. */
export async function recordEntryAs(
  tx: Tx,
  origin: Origin,
  writer: Writer,
  event: AuditEvent,
): Promise<void> {
  await insertEntry(tx, {
    at: origin.at,
    account_id: writer.accountId,
    account: writer.account,
    real_name: writer.realName,
    provider_id: event.providerId === undefined ? writer.providerId : event.providerId,
    address: origin.address,
    request_id: origin.requestId,
    action: event.action,
    object_kind: event.object.kind,
    object_id: String(event.object.id),
    object_name: event.object.name ?? '',
    result: event.result ?? 'done',
    reason: event.reason ?? '',
    before: event.before === undefined ? null : JSON.stringify(event.before),
    after: event.after === undefined ? null : JSON.stringify(event.after),
  })
}

/** The facts that differ, as a before and an after. */
export function changedFacts<T extends AuditFacts>(
  before: T,
  after: T,
): { before: AuditFacts; after: AuditFacts } {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (facts: T) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
