// Recharges in the database; with reversal-store.ts, the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { rechargeIdIn } from '@paywages/domain/recharges/recharge-number.ts'
import {
  RECHARGE_STATUSES,
  type RechargeStatus,
  type ReversalKind,
} from '@paywages/domain/recharges/recharge-status.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { sql } from 'kysely'
import { PAYER_ACCOUNT, PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

export type NewRecharge = {
  readonly providerId: number
  readonly platformId: number
  readonly creatorId: number
  readonly createdAt: Date
  readonly payerName: string
  readonly payerHash: string
  readonly sealedPayer: string
  readonly receiverName: string
  readonly receiverAccount: string
  readonly receiverBank: string
  readonly amountFen: Fen
  readonly payDay: Day
  readonly receiptFileId: string
  readonly receiptSha256: string
}

export async function insertRecharge(tx: Tx, recharge: NewRecharge): Promise<number> {
  const row = await tx
    .insertInto('recharges')
    .values({
      provider_id: recharge.providerId,
      platform_id: recharge.platformId,
      creator_id: recharge.creatorId,
      created_at: recharge.createdAt,
      payer_name: recharge.payerName,
      payer_hash: recharge.payerHash,
      sealed_payer: recharge.sealedPayer,
      receiver_name: recharge.receiverName,
      receiver_account: recharge.receiverAccount,
      receiver_bank: recharge.receiverBank,
      amount_fen: recharge.amountFen,
      pay_day: recharge.payDay,
      receipt_file_id: recharge.receiptFileId,
      receipt_sha256: recharge.receiptSha256,
    })
    .returning('recharge_id')
    .executeTakeFirstOrThrow()
  return Number(row.recharge_id)
}

function found(tx: Tx, scope: Scope) {
  return tx.selectFrom('recharges as r').where(inScope(scope, 'r.provider_id'))
}

/** Super managers belong to that company. */
export const isOperators = (providerId: string) =>
  sql<boolean>`exists (select from account_identities s where s.super_manager and s.provider_id = ${sql.ref(providerId)})`

function described(query: ReturnType<typeof found>) {
  return query
    .innerJoin('provider_names as p', 'p.provider_id', 'r.provider_id')
    .innerJoin('file_facts as f', 'f.file_id', 'r.receipt_file_id')
    .innerJoin('account_names as c', 'c.account_id', 'r.creator_id')
    .leftJoin('account_names as d', 'd.account_id', 'r.decided_by')
    .leftJoin('receiver_credits as m', 'm.recharge_id', 'r.recharge_id')
    .leftJoin('recharge_reversals as o', (join) =>
      join.onRef('o.recharge_id', '=', 'r.recharge_id').on('o.status', '=', 'pending'),
    )
    .select([
      'r.recharge_id as rechargeId',
      'r.provider_id as providerId',
      'p.name as providerName',
      ...camelColumns('r', [
        'payer_name',
        'sealed_payer',
        'receiver_name',
        'receiver_account',
        'receiver_bank',
        'amount_fen',
      ]),
      sql<Day>`r.pay_day::text`.as('payDay'),
      'r.receipt_file_id as receiptFileId',
      'f.name as receiptName',
      sql<RechargeStatus>`r.status`.as('status'),
      ...camelColumns('r', ['withdrawn', 'available_after_fen', 'created_at', 'creator_id']),
      'c.account as creator',
      'c.real_name as creatorName',
      'r.decided_at as decidedAt',
      sql<string>`coalesce(d.account, '')`.as('auditor'),
      sql<string>`coalesce(d.real_name, '')`.as('auditorName'),
      'r.reason',
      'r.reversed_fen as reversedFen',
      sql<boolean>`m.credit_id is not null`.as('matched'),
      isOperators('r.provider_id').as('ofOperator'),
      sql<string>`coalesce(m.day::text, '')`.as('creditDay'),
      'o.reversal_id as reversalId',
      'o.asked_by as askerId',
      sql<ReversalKind | null>`o.kind`.as('reversalKind'),
      'o.amount_fen as reversalFen',
    ])
}

type Selected = Awaited<ReturnType<ReturnType<typeof described>['executeTakeFirstOrThrow']>>

function recordOf({ reversalId, askerId, reversalKind, reversalFen, ...row }: Selected) {
  const isOpen = reversalId !== null && askerId !== null && reversalKind !== null && reversalFen !== null
  const openReversal = isOpen
    ? { reversalId: Number(reversalId), askerId, kind: reversalKind, amountFen: reversalFen }
    : null
  return { ...row, rechargeId: Number(row.rechargeId), openReversal }
}

/** Satisfies the rules' RechargeState. */
export type RechargeRecord = ReturnType<typeof recordOf>

export async function findRecharge(
  tx: Tx,
  scope: Scope,
  rechargeId: number,
): Promise<RechargeRecord | undefined> {
  const row = await described(found(tx, scope))
    .where('r.recharge_id', '=', BigInt(rechargeId))
    .executeTakeFirst()
  return row && recordOf(row)
}

/**
 * The recharge under lock, and then what it has become: whoever held the lock before may have added a reversal without
 * touching the recharge's own row, which one statement that both waits and joins would not see.
 */
export async function lockRecharge(
  tx: Tx,
  scope: Scope,
  rechargeId: number,
): Promise<RechargeRecord | undefined> {
  await found(tx, scope)
    .where('r.recharge_id', '=', BigInt(rechargeId))
    .select('r.recharge_id')
    .forUpdate()
    .execute()
  return findRecharge(tx, scope, rechargeId)
}

export type RechargeFilter = {
  readonly status?: RechargeStatus | undefined
  /** As typed. */
  readonly number?: string | undefined
  readonly providerId?: number | undefined
}

export type RechargeSort = Sort<'createdAt' | 'payerName' | 'amountFen' | 'payDay' | 'status'>

const SORTED_BY = {
  /** Numbered as they come. */
  createdAt: sql`r.recharge_id`,
  payerName: sql`r.payer_name`,
  amountFen: sql`r.amount_fen`,
  payDay: sql`r.pay_day`,
  /** As a recharge goes through them. */
  status: sql`array_position(${RECHARGE_STATUSES}::text[], r.status)`,
} as const

export async function listRecharges(
  tx: Tx,
  scope: Scope,
  { status, providerId, number }: RechargeFilter,
  page: { index: number; size: number },
  sort: RechargeSort = { by: 'createdAt', descending: true },
): Promise<{ rows: RechargeRecord[]; count: number; beside: { sumFen: bigint } }> {
  const fitting = found(tx, scope)
    .$if(status !== undefined, (q) => q.where('r.status', '=', status ?? ''))
    .$if(providerId !== undefined, (q) => q.where('r.provider_id', '=', providerId ?? 0))
    // No recharge has the id 0.
    .$if(Boolean(number), (q) => q.where('r.recharge_id', '=', BigInt(rechargeIdIn(number ?? '') ?? 0)))
  const rows = await described(fitting)
    .orderBy(SORTED_BY[sort.by], sort.descending ? 'desc' : 'asc')
    .orderBy('r.recharge_id', sort.descending ? 'desc' : 'asc')
    .limit(page.size)
    .offset(page.index * page.size)
    .execute()
  const { count, sumFen } = await fitting
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`coalesce(sum(r.amount_fen), 0)::bigint`.as('sumFen'),
    ])
    .executeTakeFirstOrThrow()
  return { rows: rows.map(recordOf), count, beside: { sumFen } }
}

export const RECHARGE_RECORDS: OwnedRecords = { table: 'recharges', id: 'recharge_id' }

/** The recharge that lives by this very receipt, if there is one. */
export async function rechargeByReceipt(
  tx: Tx,
  providerId: number,
  sha256: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('recharges')
    .where('provider_id', '=', providerId)
    .where('receipt_sha256', '=', sha256)
    .where('status', '<>', 'rejected')
    .select('recharge_id')
    .executeTakeFirst()
  return row && Number(row.recharge_id)
}

type Payment = Pick<RechargeRecord, 'rechargeId' | 'providerId' | 'amountFen' | 'payDay'>

/** Others that live and say the same payer, amount and day. */
export async function similarTo(tx: Tx, payment: Payment, payerHashes: readonly string[]) {
  const rows = await tx
    .selectFrom('recharges')
    .where('provider_id', '=', payment.providerId)
    .where(sql<boolean>`payer_hash = any(${[...payerHashes]}::text[])`)
    .where('amount_fen', '=', payment.amountFen)
    .where('pay_day', '=', payment.payDay)
    .where('recharge_id', '<>', BigInt(payment.rechargeId))
    .where('status', '<>', 'rejected')
    .select(['recharge_id', sql<RechargeStatus>`status`.as('status'), 'created_at as createdAt'])
    .orderBy('recharge_id')
    .execute()
  return rows.map(({ recharge_id, ...row }) => ({ rechargeId: Number(recharge_id), ...row }))
}

export type RechargeVerdict = {
  readonly status: 'approved' | 'rejected'
  readonly withdrawn: boolean
  readonly accountId: number
  readonly at: Date
  readonly reason: string
  readonly availableAfterFen: Fen | null
}

export async function decideRecharge(tx: Tx, rechargeId: number, verdict: RechargeVerdict): Promise<void> {
  await tx
    .updateTable('recharges')
    .set({
      status: verdict.status,
      withdrawn: verdict.withdrawn,
      decided_by: verdict.accountId,
      decided_at: verdict.at,
      reason: verdict.reason,
      available_after_fen: verdict.availableAfterFen,
    })
    .where('recharge_id', '=', BigInt(rechargeId))
    .execute()
}

export async function addReversed(tx: Tx, rechargeId: number, amountFen: Fen): Promise<void> {
  await tx
    .updateTable('recharges')
    .set({ reversed_fen: sql`reversed_fen + ${amountFen}` })
    .where('recharge_id', '=', BigInt(rechargeId))
    .execute()
}

export const RECHARGE_SEALS: SealedColumns = {
  name: 'recharges',
  table: 'recharges',
  ids: ['recharge_id'],
  columns: ['sealed_payer'],
  renew: (cipher, { sealed_payer }) => {
    const payer = cipher.open(String(sealed_payer), PAYER_SEAL)
    return {
      sealed_payer: cipher.seal(payer, PAYER_SEAL),
      payer_hash: cipher.shortHash(payer, PAYER_ACCOUNT),
    }
  },
}
