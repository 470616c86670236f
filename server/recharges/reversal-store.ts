// Reversals of recharges in the database: asked for by one person, decided by another.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { ReversalKind, ReversalStatus } from '@paywages/domain/recharges/recharge-status.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'

export type NewReversal = {
  readonly rechargeId: number
  readonly providerId: number
  readonly kind: ReversalKind
  readonly amountFen: Fen
  readonly reason: string
  readonly askerId: number
  readonly at: Date
}

export async function insertReversal(tx: Tx, reversal: NewReversal): Promise<number> {
  const row = await tx
    .insertInto('recharge_reversals')
    .values({
      recharge_id: BigInt(reversal.rechargeId),
      provider_id: reversal.providerId,
      kind: reversal.kind,
      amount_fen: reversal.amountFen,
      reason: reversal.reason,
      asked_by: reversal.askerId,
      asked_at: reversal.at,
    })
    .returning('reversal_id')
    .executeTakeFirstOrThrow()
  return Number(row.reversal_id)
}

export async function reversalsOf(tx: Tx, rechargeId: number) {
  const rows = await tx
    .selectFrom('recharge_reversals as v')
    .innerJoin('account_names as a', 'a.account_id', 'v.asked_by')
    .leftJoin('account_names as d', 'd.account_id', 'v.decided_by')
    .where('v.recharge_id', '=', BigInt(rechargeId))
    .select([
      'v.reversal_id',
      sql<ReversalKind>`v.kind`.as('kind'),
      'v.amount_fen as amountFen',
      'v.reason',
      sql<ReversalStatus>`v.status`.as('status'),
      'v.asked_by as askerId',
      'a.account as asker',
      'a.real_name as askerName',
      'v.asked_at as askedAt',
      'v.decided_by as deciderId',
      sql<string>`coalesce(d.account, '')`.as('decider'),
      sql<string>`coalesce(d.real_name, '')`.as('deciderName'),
      'v.decided_at as decidedAt',
      'v.decision_reason as decisionReason',
    ])
    .orderBy('v.reversal_id')
    .execute()
  return rows.map(({ reversal_id, ...row }) => ({ reversalId: Number(reversal_id), ...row }))
}

/** Which recharge a reversal belongs to; that one is locked before anything is decided. */
export async function rechargeOfReversal(
  tx: Tx,
  scope: Scope,
  reversalId: number,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('recharge_reversals as v')
    .where('v.reversal_id', '=', BigInt(reversalId))
    .where(inScope(scope, 'v.provider_id'))
    .select('v.recharge_id')
    .executeTakeFirst()
  return row && Number(row.recharge_id)
}

export const REVERSAL_RECORDS: OwnedRecords = { table: 'recharge_reversals', id: 'reversal_id' }

export type ReversalVerdict = {
  readonly status: 'confirmed' | 'refused'
  readonly accountId: number
  readonly at: Date
  readonly reason: string
}

export async function endReversal(tx: Tx, reversalId: number, verdict: ReversalVerdict): Promise<void> {
  await tx
    .updateTable('recharge_reversals')
    .set({
      status: verdict.status,
      decided_by: verdict.accountId,
      decided_at: verdict.at,
      decision_reason: verdict.reason,
    })
    .where('reversal_id', '=', BigInt(reversalId))
    .execute()
}
