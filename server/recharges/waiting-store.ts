// Recharges and reversals that wait for someone: what the workbench asks of the recharges.

import type { Person } from '@paywages/domain/accounts/person.ts'
import { hasRight, type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RechargeState, ReversalKind } from '@paywages/domain/recharges/recharge-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { isOperators } from './store.ts'

export type WaitingRecharge = {
  readonly rechargeId: number
  readonly providerName: string
  readonly payerName: string
  readonly creatorName: string
  readonly amountFen: Fen
  readonly createdAt: Date
}

/** Those of others that this person may credit: as a reviewer, a super manager, or a manager where the money was not seen (D50). */
function waitsFor(person: Person, openUpToFen: Fen): RawBuilder<boolean> {
  const unseen = sql<boolean>`(r.amount_fen > ${openUpToFen}
    and not exists (select 1 from receiver_credits c where c.recharge_id = r.recharge_id))`
  const own = sql<boolean>`(${person.checkRight} and r.provider_id = ${person.providerId} and not ${unseen})`
  const others = sql<boolean>`(r.provider_id <> ${person.providerId} or ${isOperators('r.provider_id')})`
  const managed = sql<boolean>`(${person.manager} and ${inScope(scopeOf(person), 'r.provider_id')} and ${unseen} and ${others})`
  const any = sql<boolean>`(${person.superManager} or ${own} or ${managed})`
  return sql<boolean>`r.status = 'pending' and r.creator_id <> ${person.accountId} and ${any}`
}

export async function countPending(tx: Tx, person: Person, openUpToFen: Fen): Promise<number> {
  if (!hasRight(person, 'check-or-manager')) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recharges r where ${waitsFor(person, openUpToFen)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** As countPending counts them; the longest wait first. */
export async function waitingRecharges(
  tx: Tx,
  person: Person,
  openUpToFen: Fen,
  limit: number,
): Promise<WaitingRecharge[]> {
  const { rows } = await sql<WaitingRecharge>`
    select r.recharge_id::float8 as "rechargeId", p.name as "providerName", r.payer_name as "payerName",
      coalesce(nullif(c.real_name, ''), c.account) as "creatorName", r.amount_fen as "amountFen", r.created_at as "createdAt"
    from recharges r join provider_names p on p.provider_id = r.provider_id join account_names c on c.account_id = r.creator_id
    where ${waitsFor(person, openUpToFen)}
    order by r.created_at limit ${limit}`.execute(tx)
  return rows
}

/** What a company waits to have audited, whoever made it. */
export async function pendingOf(
  tx: Tx,
  providerId: number,
): Promise<{ readonly count: number; readonly amountFen: Fen; readonly since: Date } | undefined> {
  const { rows } = await sql<{ count: number; amountFen: Fen; since: Date | null }>`
    select count(*)::int as count, coalesce(sum(amount_fen), 0)::bigint as "amountFen", min(created_at) as since
    from recharges where provider_id = ${providerId} and status = 'pending'`.execute(tx)
  const [row] = rows
  return row?.since ? { count: row.count, amountFen: row.amountFen, since: row.since } : undefined
}

/** Anything ever registered, whatever became of it. */
export async function hasRecharged(tx: Tx, providerId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from recharges where provider_id = ${providerId} and status <> 'rejected') as found`.execute(
    tx,
  )
  return rows[0]?.found ?? false
}

export type OpenReversal = {
  readonly rechargeId: number
  readonly providerName: string
  readonly kind: ReversalKind
  readonly askerName: string
  readonly askedAt: Date
  readonly reason: string
  /** As the rules validate it. */
  readonly recharge: RechargeState
  readonly openReversal: NonNullable<RechargeState['openReversal']>
}

type Found = Omit<OpenReversal, 'recharge' | 'openReversal'> & {
  readonly providerId: number
  readonly creatorId: number
  readonly askerId: number
  readonly amountFen: Fen
  readonly reversedFen: Fen
  readonly reversalFen: Fen
}

/** Requests that wait for a second person; there are never many. */
export async function openReversals(tx: Tx, scope: Scope): Promise<OpenReversal[]> {
  const { rows } = await sql<Found>`
    select r.recharge_id::float8 as "rechargeId", p.name as "providerName", v.kind, v.reason, v.asked_at as "askedAt",
      coalesce(nullif(a.real_name, ''), a.account) as "askerName", v.asked_by as "askerId", v.amount_fen as "reversalFen",
      r.provider_id as "providerId", r.creator_id as "creatorId", r.amount_fen as "amountFen", r.reversed_fen as "reversedFen"
    from recharge_reversals v join recharges r on r.recharge_id = v.recharge_id
      join provider_names p on p.provider_id = r.provider_id join account_names a on a.account_id = v.asked_by
    where v.status = 'pending' and ${inScope(scope, 'v.provider_id')}
    order by v.asked_at`.execute(tx)
  return rows.map(({ providerId, creatorId, askerId, amountFen, reversedFen, reversalFen, ...row }) => {
    const openReversal = { askerId, amountFen: reversalFen }
    const recharge = {
      status: 'approved',
      providerId,
      creatorId,
      amountFen,
      reversedFen,
      openReversal,
    } as const
    return { ...row, recharge, openReversal }
  })
}
