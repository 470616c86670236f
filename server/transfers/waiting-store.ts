// Transfers that wait for people: what the workbench asks of the transfers (D41).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { NET } from './reference-store.ts'

/** Several transfers told as one: there may be thousands after a bad night at the bank. */
export type TransferGroup = {
  readonly count: number
  readonly netFen: Fen
  readonly since: Date
  /** The company, where they are all of one. */
  readonly providerName: string
  /** The transfer, where it is one. */
  readonly rowId: number | null
}

async function grouped(
  tx: Tx,
  scope: Scope,
  fitting: RawBuilder<unknown>,
): Promise<TransferGroup | undefined> {
  const { rows } = await sql<Omit<TransferGroup, 'since'> & { since: Date | null }>`
    select count(*)::int as count, coalesce(sum(${NET}), 0)::bigint as "netFen", min(q.first_sent_at) as since,
      case when count(distinct t.provider_id) = 1 then min(p.name) else '' end as "providerName",
      case when count(*) = 1 then min(t.row_id)::float8 end as "rowId"
    from transfer_questions q join transfers t on t.row_id = q.row_id join payout_lines r on r.row_id = t.row_id
      join provider_names p on p.provider_id = t.provider_id
    where ${inScope(scope, 't.provider_id')} and ${fitting}`.execute(tx)
  const [row] = rows
  return row?.since ? { ...row, since: row.since } : undefined
}

/** Given up on, and nobody has proposed yet what became of them. */
export async function transfersToPropose(tx: Tx, scope: Scope): Promise<TransferGroup | undefined> {
  return grouped(
    tx,
    scope,
    sql`t.state = 'manual' and not exists (
      select 1 from transfer_resolutions s left join transfer_names n on n.transfer_id = s.transfer_id
      where coalesce(n.row_id, s.transfer_id) = t.row_id and s.status = 'pending')`,
  )
}

/** Sent before then, and still without a definite answer. */
export async function transfersInDoubt(
  tx: Tx,
  scope: Scope,
  sentBefore: Date,
): Promise<TransferGroup | undefined> {
  return grouped(tx, scope, sql`t.state = 'in-doubt' and q.first_sent_at < ${sentBefore}`)
}

export type OpenProposal = {
  readonly rowId: number
  readonly providerId: number
  readonly providerName: string
  readonly proposedBy: number
  readonly proposerName: string
  readonly proposedAt: Date
  readonly netFen: Fen
}

const MAX_PROPOSALS = 500

/** What was proposed and waits for another account. */
export async function openProposals(tx: Tx, scope: Scope): Promise<OpenProposal[]> {
  const { rows } = await sql<OpenProposal>`
    select t.row_id::float8 as "rowId", t.provider_id as "providerId", p.name as "providerName", s.proposed_by as "proposedBy",
      coalesce(nullif(a.real_name, ''), a.account) as "proposerName", s.proposed_at as "proposedAt", ${NET} as "netFen"
    from transfer_resolutions s left join transfer_names n on n.transfer_id = s.transfer_id
      join transfers t on t.row_id = coalesce(n.row_id, s.transfer_id) join payout_lines r on r.row_id = t.row_id
      join provider_names p on p.provider_id = t.provider_id join account_names a on a.account_id = s.proposed_by
    where s.status = 'pending' and ${inScope(scope, 's.provider_id')}
    order by s.proposed_at limit ${MAX_PROPOSALS}`.execute(tx)
  return rows
}
