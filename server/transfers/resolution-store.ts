// What people decided about transfers the bank gives no answer about (D41).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { ResolutionOutcome } from '@paywages/domain/transfers/resolution.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import { camelColumns, numberColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'

export type Resolution = {
  readonly resolutionId: number
  readonly rowId: bigint
  readonly providerId: number
  readonly outcome: ResolutionOutcome
  readonly reason: string
  readonly proposedBy: number
  readonly status: 'pending' | 'confirmed' | 'refused' | 'void'
}

export async function insertProposal(
  tx: Tx,
  proposal: {
    readonly transferId: bigint
    readonly providerId: number
    readonly outcome: ResolutionOutcome
    readonly reason: string
    readonly evidenceFileId: string
    readonly proposedBy: number
    readonly at: Date
  },
): Promise<number> {
  const { resolution_id } = await tx
    .insertInto('transfer_resolutions')
    .values({
      transfer_id: proposal.transferId,
      provider_id: proposal.providerId,
      outcome: proposal.outcome,
      reason: proposal.reason,
      evidence_file_id: proposal.evidenceFileId,
      proposed_by: proposal.proposedBy,
      proposed_at: proposal.at,
    })
    .returning('resolution_id')
    .executeTakeFirstOrThrow()
  return Number(resolution_id)
}

/** Without a lock: the transfer is held first, as everywhere. */
export async function findResolution(tx: Tx, resolutionId: number): Promise<Resolution | undefined> {
  return tx
    .selectFrom('transfer_resolutions as s')
    .leftJoin('transfer_names as n', 'n.transfer_id', 's.transfer_id')
    .where('resolution_id', '=', BigInt(resolutionId))
    .select([
      sql<number>`resolution_id::float8`.as('resolutionId'),
      sql<bigint>`coalesce(n.row_id, s.transfer_id)`.as('rowId'),
      'provider_id as providerId',
      sql<ResolutionOutcome>`outcome`.as('outcome'),
      'reason',
      'proposed_by as proposedBy',
      sql<Resolution['status']>`status`.as('status'),
    ])
    .executeTakeFirst()
}

export const RESOLUTION_RECORDS: OwnedRecords = { table: 'transfer_resolutions', id: 'resolution_id' }

export async function closeProposal(
  tx: Tx,
  resolutionId: number,
  decision: { status: 'confirmed' | 'refused'; by: number; at: Date; reason: string },
): Promise<void> {
  await tx
    .updateTable('transfer_resolutions')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_at: decision.at,
      decision_reason: decision.reason,
    })
    .where('resolution_id', '=', BigInt(resolutionId))
    .where('status', '=', 'pending')
    .execute()
}

/** The bank spoke after all: what people proposed meanwhile is moot. */
export async function voidProposals(tx: Tx, transferIds: readonly bigint[], at: Date): Promise<void> {
  if (transferIds.length === 0) return
  await sql`
    update transfer_resolutions set status = 'void', decided_at = ${at}
    where transfer_id = any(${[...transferIds]}::bigint[]) and status = 'pending'`.execute(tx)
}

export type PendingFilter = {
  readonly providerId?: number | undefined
  readonly state?: 'in-doubt' | 'manual' | 'succeeded' | undefined
}

/** What the bank is asked about, and what it paid and two people may take back; the latter is not asked about and was paid when it was. */
const WAITING = sql<{ row_id: bigint; asks: number; first_sent_at: Date | null }>`(
  select row_id, asks, first_sent_at from transfer_questions
  union all
  select coalesce(n.row_id, s.transfer_id), 0, null from transfer_resolutions s left join transfer_names n on n.transfer_id = s.transfer_id
  where s.status = 'pending' and s.outcome = 'returned')`

/** What waits without an answer: given up on, or in doubt for longer than a glance; and returns that wait for a second person. */
export async function listPending(
  tx: Tx,
  scope: Scope,
  filter: PendingFilter,
  doubtedBefore: Date,
  page: { index: number; size: number },
) {
  const found = tx
    .selectFrom(WAITING.as('q'))
    .innerJoin('row_transfers as t', 't.row_id', 'q.row_id')
    .innerJoin('payout_lines as r', 'r.row_id', 't.row_id')
    .innerJoin('batch_origins as b', 'b.batch_id', 't.batch_id')
    .innerJoin('provider_names as p', 'p.provider_id', 't.provider_id')
    .leftJoin('transfer_resolutions as s', (join) =>
      join.onRef('s.transfer_id', '=', 't.transfer_id').on('s.status', '=', 'pending'),
    )
    .leftJoin('account_names as i', 'i.account_id', 's.proposed_by')
    .where(inScope(scope, 't.provider_id'))
    .where(
      sql<boolean>`(t.state = 'manual' or s.outcome = 'returned' or (t.state in ('in-doubt') and q.first_sent_at < ${doubtedBefore}))`,
    )
    .$if(filter.providerId !== undefined, (q) => q.where('t.provider_id', '=', filter.providerId ?? 0))
    .$if(filter.state !== undefined, (q) => q.where(sql<boolean>`t.state = ${filter.state ?? ''}`))
  const rows = await found
    .select([
      ...numberColumns('t', ['row_id', 'batch_id']),
      'b.batch_no as batchNo',
      'p.name as providerName',
      't.provider_id as providerId',
      't.reference',
      sql<TransferState>`t.state`.as('state'),
      'r.name',
      'r.sealed',
      'r.bank',
      sql<bigint>`r.amount_fen - r.tax_fen - r.vat_fen`.as('netFen'),
      't.attempts',
      'q.asks',
      sql<Date>`coalesce(q.first_sent_at, t.payout_at)`.as('firstSentAt'),
      ...numberColumns<number | null, 'resolution_id'>('s', ['resolution_id']),
      ...camelColumns('s', ['outcome', 'reason', 'evidence_file_id', 'proposed_by', 'proposed_at']),
      'i.real_name as proposerName',
    ])
    .orderBy(sql`t.state <> 'in-doubt'`, 'desc')
    .orderBy('firstSentAt')
    .orderBy('t.transfer_id')
    .limit(page.size)
    .offset(page.index * page.size)
    .execute()
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return { rows, count }
}
