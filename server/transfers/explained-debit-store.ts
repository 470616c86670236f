// What people see and decide of debits that our books do not know (ADR 27).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { DebitCause } from '@paywages/domain/transfers/debit-cause.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { everyOf } from '../adapters/postgres/list-page.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import { OPEN } from './debit-store.ts'

export const DEBIT_RECORDS: OwnedRecords = { table: 'unknown_debits', id: 'debit_id' }

/** `paid`: a payment of ours whose sheet is lost; the same on a new sheet takes over its reference. `foreign`: none of ours. */
export type DebitOutcome = 'paid' | 'foreign'

/** One that is known as paid waits for its sheet; until a row has taken over its reference, two people may yet say that it is none of ours. */
const AWAITS_SHEET = sql`(d.outcome = 'paid' and d.row_id is null
  and not exists (select from batch_references b where b.batch_id = d.batch_id and b.status = 'transferring'))`

export type ShownDebit = {
  /** The bank has accepted it and not executed it yet. */
  readonly accepted: boolean
  readonly awaitsSheet: boolean
  readonly debitId: number
  readonly reference: string
  readonly serial: string
  readonly amountFen: Fen
  readonly executedAt: Date
  readonly returned: boolean
  readonly name: string
  readonly cardTail: string
  readonly cause: DebitCause
  readonly providerId: number | null
  readonly providerName: string
  readonly proposal: {
    readonly outcome: DebitOutcome
    readonly reason: string
    readonly proposerId: number
    readonly proposerName: string
  } | null
}

const SHOWN = sql`
  select d.debit_id::float8 as "debitId", d.reference, d.bank_serial as serial, d.amount_fen as "amountFen", d.executed_at as "executedAt",
    coalesce(d.outcome = 'accepted', false) as accepted, ${AWAITS_SHEET} is true as "awaitsSheet", d.returned, d.name, d.card_tail as "cardTail", d.cause, d.provider_id as "providerId", coalesce(p.name, '') as "providerName",
    case when d.proposed_by is not null then jsonb_build_object('outcome', d.proposed_outcome, 'reason', d.proposed_reason,
      'proposerId', d.proposed_by, 'proposerName', coalesce(nullif(i.real_name, ''), i.account)) end as proposal
  from unknown_debits d left join provider_names p on p.provider_id = d.provider_id left join account_names i on i.account_id = d.proposed_by
  where (${OPEN} or ${AWAITS_SHEET})`

/** Those of nobody known are only for who sees everything. */
export async function listDebits(
  tx: Tx,
  scope: Scope,
  providerId: number | undefined,
  page: { index: number; size: number },
) {
  const found = everyOf([
    inScope(scope, 'd.provider_id'),
    providerId !== undefined && sql`d.provider_id = ${providerId}`,
  ])
  const { rows } = await sql<ShownDebit>`
    ${SHOWN} and ${found} order by not ${OPEN}, d.executed_at, d.debit_id
    limit ${page.size} offset ${page.index * page.size}`.execute(tx)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from unknown_debits d where (${OPEN} or ${AWAITS_SHEET}) and ${found}`.execute(
    tx,
  )
  return { rows, count: counted.rows[0]?.count ?? 0 }
}

export async function lockDebit(tx: Tx, debitId: number) {
  const { rows } = await sql<{
    reference: string
    providerId: number | null
    ended: boolean
    known: boolean
    accepted: boolean
    proposedBy: number | null
    proposedOutcome: DebitOutcome | null
  }>`
    select reference, provider_id as "providerId", not ${OPEN} and not ${AWAITS_SHEET} as ended,
      not ${OPEN} as known, coalesce(outcome = 'accepted', false) as accepted, proposed_by as "proposedBy", proposed_outcome as "proposedOutcome"
    from unknown_debits d where debit_id = ${BigInt(debitId)} for update`.execute(tx)
  return rows[0]
}

export async function proposeOutcome(
  tx: Tx,
  proposal: { debitId: number; outcome: DebitOutcome; reason: string; by: number; at: Date },
): Promise<void> {
  await sql`
    update unknown_debits set proposed_outcome = ${proposal.outcome}, proposed_reason = ${proposal.reason}, proposed_by = ${proposal.by},
      proposed_at = ${proposal.at} where debit_id = ${BigInt(proposal.debitId)}`.execute(tx)
}

export async function closeDebit(
  tx: Tx,
  debitId: number,
  decision: { outcome: DebitOutcome; by: number; reason: string; at: Date },
): Promise<void> {
  await sql`
    update unknown_debits set outcome = ${decision.outcome}, ended_at = ${decision.at}, decided_by = ${decision.by},
      decision_reason = ${decision.reason} where debit_id = ${BigInt(debitId)}`.execute(tx)
  // One that waits for its sheet may be proposed anew; who said what is in the audit log.
  if (decision.outcome === 'paid') await dropDebitProposal(tx, debitId)
}

export async function dropDebitProposal(tx: Tx, debitId: number): Promise<void> {
  await sql`
    update unknown_debits set proposed_outcome = null, proposed_reason = '', proposed_by = null, proposed_at = null
    where debit_id = ${BigInt(debitId)}`.execute(tx)
}

const MAX_TODOS = 500

/** For the workbench: the oldest first. */
export async function openDebitsIn(tx: Tx, scope: Scope) {
  const { rows } = await sql<
    Pick<ShownDebit, 'reference' | 'serial' | 'amountFen' | 'executedAt' | 'providerId' | 'providerName'> & {
      readonly proposedBy: number | null
    }
  >`
    select d.reference, d.bank_serial as serial, d.amount_fen as "amountFen", d.executed_at as "executedAt", d.provider_id as "providerId",
      coalesce(p.name, '') as "providerName", d.proposed_by as "proposedBy"
    from unknown_debits d left join provider_names p on p.provider_id = d.provider_id
    where (${OPEN} or d.proposed_by is not null and ${AWAITS_SHEET}) and ${inScope(scope, 'd.provider_id')}
    order by d.executed_at, d.debit_id limit ${MAX_TODOS}`.execute(tx)
  return rows
}
