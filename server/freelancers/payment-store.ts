// What companies have paid a person, and what is still under way this month: from what the payouts publish.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { ProofStatus } from '@paywages/domain/tax/proof-status.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { companies } from './list-store.ts'

/** One person at one company, or at all of the scope. */
export type PaidTo = {
  readonly scope: Scope
  readonly providerId?: number | undefined
  /** Of the ID number, under every key. */
  readonly idHashes: readonly string[]
}

const succeeded = (of: PaidTo) =>
  sql`r.id_hash = any(${[...of.idHashes]}::uuid[]) and r.status = 'succeeded' and ${companies(of, 'r.provider_id')}`

export type PaymentRecord = {
  readonly rowId: number
  readonly month: Month
  readonly paidAt: Date
  readonly amountFen: Fen
  readonly taxFen: Fen
  readonly batchNo: string
  readonly providerName: string
  /** Of the period that the payout is declared in; null where none is closed yet. */
  readonly proofStatus: ProofStatus | null
  /** Whether tax was withheld from the payouts of its batch. */
  readonly withholds: boolean
  /** Of the invoices that cover it, the oldest first. */
  readonly invoiceNo: string
}

/** The newest first. */
export async function listPayments(
  tx: Tx,
  of: PaidTo,
  page: { readonly index: number; readonly size: number },
): Promise<PaymentRecord[]> {
  const { rows } = await sql<PaymentRecord>`
    select r.row_id::float8 as "rowId", r.month, r.paid_at as "paidAt", r.amount_fen as "amountFen", r.tax_fen as "taxFen",
      r.batch_no as "batchNo", p.name as "providerName", t.status as "proofStatus", s.withholds_tax as withholds,
      coalesce((select i.application_nos from row_invoices i where i.row_id = r.row_id), '') as "invoiceNo"
    from person_payouts r join provider_names p using (provider_id) join started_batches s on s.batch_id = r.batch_id
      left join row_tax_proofs t on t.row_id = r.row_id
    where ${succeeded(of)} order by r.paid_at desc, r.row_id desc limit ${page.size} offset ${page.index * page.size}`.execute(
    tx,
  )
  return rows
}

export type PaymentSums = {
  readonly count: number
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly lastPaidAt: Date | null
}

export async function sumPayments(tx: Tx, of: PaidTo): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select count(*)::int as count, coalesce(sum(r.amount_fen), 0)::bigint as "incomeFen", coalesce(sum(r.tax_fen), 0)::bigint as "taxFen",
      max(r.paid_at) as "lastPaidAt"
    from person_payouts r where ${succeeded(of)}`.execute(tx)
  return rows[0] ?? { count: 0, incomeFen: 0n, taxFen: 0n, lastPaidAt: null }
}

export type MonthSum = {
  readonly month: Month
  readonly amountFen: Fen
  readonly taxFen: Fen
  /** How many payouts there were with tax to withhold, and of how many it is proven. */
  readonly withheldCount: number
  readonly provenCount: number
}

/** By payment month, as limit and tax go (D16); months without a payout are absent. */
export async function sumMonths(tx: Tx, of: PaidTo, from: Month): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select r.payment_month as month, sum(r.amount_fen)::bigint as "amountFen", sum(r.tax_fen)::bigint as "taxFen",
      count(*) filter (where s.withholds_tax)::int as "withheldCount",
      count(*) filter (where s.withholds_tax and t.status in ('uploaded', 'updated'))::int as "provenCount"
    from person_payouts r join started_batches s on s.batch_id = r.batch_id left join row_tax_proofs t on t.row_id = r.row_id
    where ${succeeded(of)} and r.payment_month >= ${from} group by 1`.execute(tx)
  return rows
}

/** What the monthly limit counts (D16): paid in this payment month, and in flight or waiting in live batches. */
export async function monthSoFar(
  tx: Tx,
  providerId: number,
  idHashes: readonly string[],
  month: Month,
): Promise<{ paidFen: Fen; openFen: Fen }> {
  const { rows } = await sql<{ paidFen: Fen; openFen: Fen }>`
    select coalesce(sum(amount_fen) filter (where status = 'succeeded'), 0)::bigint as "paidFen",
      coalesce(sum(amount_fen) filter (where status = 'processing'), 0)::bigint as "openFen"
    from person_payouts
    where id_hash = any(${[...idHashes]}::uuid[]) and provider_id = ${providerId} and status in ('processing', 'succeeded')
      and (batch_status in ('auditing', 'reviewing', 'ready') or (batch_status = 'transferring' and payment_month = ${month}))`.execute(
    tx,
  )
  return rows[0] ?? { paidFen: 0n, openFen: 0n }
}
