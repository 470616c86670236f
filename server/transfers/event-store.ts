// The history of each transfer: append-only in the database, and legal step by step (I5). A first sending and the plain success that follows are told by the lease (ADR 49).

import type { Alarm, TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type EventKind =
  | 'sent'
  | 'answered'
  | 'no-answer'
  | 'asked'
  | 'notified'
  | 'listed'
  | 'lease-lost'
  | 'gave-up'
  | 'proposed'
  | 'resolved'
  | 'proposal-refused'
  /** Known from the bank's record alone, after a restore had lost it. */
  | 'adopted'
  /** Its file was submitted at the bank, said what became of it, or was withdrawn (ADR 81). */
  | 'handed-over'
  | 'file-result'
  | 'file-withdrawn'

export type TransferEvent = {
  readonly transferId: bigint
  readonly kind: EventKind
  readonly from: TransferState
  readonly to: TransferState
  readonly attempt: number
  readonly detail: string
  readonly alarm?: Alarm | 'shortfall' | undefined
  readonly accountId?: number | undefined
}

export async function insertEvents(tx: Tx, events: readonly TransferEvent[], at: Date): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into transfer_events (transfer_id, kind, from_state, to_state, attempt, detail, alarm, account_id, at)
    select w.id, w.kind, w.from_state, w.to_state, w.attempt, w.detail, w.alarm, w.account, ${at}
    from unnest(${events.map((e) => e.transferId)}::bigint[], ${events.map((e) => e.kind)}::text[],
      ${events.map((e) => e.from)}::text[], ${events.map((e) => e.to)}::text[], ${events.map((e) => e.attempt)}::int[],
      ${events.map((e) => e.detail)}::text[], ${events.map((e) => e.alarm ?? null)}::text[],
      ${events.map((e) => e.accountId ?? null)}::int[]
    ) as w(id, kind, from_state, to_state, attempt, detail, alarm, account)`.execute(tx)
}

/** Everything that happened to the transfer of a row, also what its lease alone tells. */
export async function eventsOf(tx: Tx, rowId: bigint) {
  return tx
    .selectFrom('transfer_steps as e')
    .leftJoin('account_names as i', 'i.account_id', 'e.account_id')
    .where('e.row_id', '=', rowId)
    .select([
      sql<EventKind>`e.kind`.as('kind'),
      sql<TransferState>`e.from_state`.as('from'),
      sql<TransferState>`e.to_state`.as('to'),
      'e.attempt',
      'e.detail',
      'e.alarm',
      'i.real_name as realName',
      'e.at',
    ])
    .orderBy('e.event_id')
    .execute()
}
