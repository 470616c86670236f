// Credits of receiving accounts as managers see them, and the recharges that one of them may be the money of.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { CreditState } from '@paywages/domain/recharges/match-credits.ts'
import type { RechargeStatus } from '@paywages/domain/recharges/recharge-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type CreditRecord = {
  readonly creditId: number
  readonly receiverAccount: string
  readonly day: string
  readonly payerName: string
  readonly sealedPayer: string
  readonly amountFen: Fen
  readonly balanceFen: Fen | null
  readonly remark: string
  readonly fileName: string
  readonly page: number
  readonly rechargeId: number | null
  readonly rechargeStatus: RechargeStatus | null
  /** Null where the rules matched it, or nobody did. */
  readonly matchedBy: string | null
}

const CREDITS = sql`
  receiver_credits c join receiver_statements s on s.receiver_statement_id = c.receiver_statement_id
  left join recharges r on r.recharge_id = c.recharge_id
  left join account_names a on a.account_id = c.matched_by`

const FIELDS = sql`
  c.credit_id::float8 as "creditId", c.receiver_account as "receiverAccount", coalesce(c.day::text, '') as day,
  c.payer_name as "payerName", c.sealed_payer as "sealedPayer", c.amount_fen as "amountFen", c.balance_fen as "balanceFen",
  c.remark, s.file_name as "fileName", c.page, c.recharge_id::float8 as "rechargeId", r.status as "rechargeStatus",
  coalesce(nullif(a.real_name, ''), a.account) as "matchedBy"`

export type CreditFilter = {
  readonly accounts: readonly string[]
  readonly state?: CreditState | undefined
}

function fitting({ accounts, state }: CreditFilter): RawBuilder<boolean> {
  const isMatched =
    state === undefined ? sql`true` : sql`(c.recharge_id is not null) = ${state === 'matched'}`
  return sql<boolean>`c.receiver_account = any(${[...accounts]}::text[]) and ${isMatched}`
}

export async function listCredits(
  tx: Tx,
  filter: CreditFilter,
  page: { index: number; size: number },
): Promise<{ rows: CreditRecord[]; count: number }> {
  const { rows } = await sql<CreditRecord>`
    select ${FIELDS} from ${CREDITS} where ${fitting(filter)}
    order by c.day desc nulls first, c.credit_id desc limit ${page.size} offset ${page.index * page.size}`.execute(
    tx,
  )
  return { rows, count: (await countCredits(tx, filter)).count }
}

export async function countCredits(
  tx: Tx,
  filter: CreditFilter,
): Promise<{ count: number; amountFen: Fen; since: Date | null }> {
  const { rows } = await sql<{ count: number; amountFen: Fen; since: Date | null }>`
    select count(*)::int as count, coalesce(sum(c.amount_fen), 0)::bigint as "amountFen", min(s.uploaded_at) as since
    from receiver_credits c join receiver_statements s on s.receiver_statement_id = c.receiver_statement_id
    where ${fitting(filter)}`.execute(tx)
  return rows[0] ?? { count: 0, amountFen: 0n, since: null }
}

export async function findCredit(
  tx: Tx,
  accounts: readonly string[],
  creditId: number,
): Promise<CreditRecord | undefined> {
  const { rows } = await sql<CreditRecord>`
    select ${FIELDS} from ${CREDITS} where ${fitting({ accounts })} and c.credit_id = ${BigInt(creditId)}`.execute(
    tx,
  )
  return rows[0]
}

export type CreditCandidate = {
  readonly rechargeId: number
  readonly providerName: string
  readonly payerName: string
  readonly sealedPayer: string
  readonly amountFen: Fen
  readonly payDay: Day
  readonly status: RechargeStatus
}

const MAX_CANDIDATES = 100

/** Of the same receiving account and amount, without a credit; the nearest day first. */
export async function candidatesFor(tx: Tx, scope: Scope, credit: CreditRecord): Promise<CreditCandidate[]> {
  const { rows } = await sql<CreditCandidate>`
    select r.recharge_id::float8 as "rechargeId", p.name as "providerName", r.payer_name as "payerName",
      r.sealed_payer as "sealedPayer", r.amount_fen as "amountFen", r.pay_day::text as "payDay", r.status
    from recharges r join provider_names p on p.provider_id = r.provider_id
    where r.receiver_account = ${credit.receiverAccount} and r.amount_fen = ${credit.amountFen} and r.status <> 'rejected'
      and ${inScope(scope, 'r.provider_id')}
      and not exists (select 1 from receiver_credits m where m.recharge_id = r.recharge_id)
    order by abs(r.pay_day - coalesce(${credit.day || null}::date, r.pay_day)), r.recharge_id limit ${MAX_CANDIDATES}`.execute(
    tx,
  )
  return rows
}
