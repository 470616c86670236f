// Transfers without a definite answer in the database: when the bank is asked about each, and how often it was.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { NewDoubt } from './lease-store.ts'
import { NAMED, NET, REFERENCE, TRANSFER_ID } from './reference-store.ts'

export type Doubted = {
  readonly rowId: bigint
  readonly transferId: bigint
  readonly reference: string
  readonly netFen: Fen
  readonly asks: number
  readonly attempts: number
  readonly firstSentAt: Date
  readonly lastSentAt: Date
  readonly manual: boolean
}

/** Whether it is time to ask about any: most rounds find none, and need no transaction for it. */
export async function isDoubtDue(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql`select from transfer_questions where next_ask_at <= ${now} limit 1`.execute(tx)
  return rows.length > 0
}

/** The transfers it is time to ask about; nobody else asks about them until `until`. */
export async function claimDoubts(tx: Tx, now: Date, until: Date, limit: number): Promise<Doubted[]> {
  const { rows } = await sql<Doubted>`
    with due as materialized (
      select row_id from transfer_questions where next_ask_at <= ${now} order by next_ask_at limit ${limit} for update skip locked),
    asked as (
      update transfer_questions q set next_ask_at = ${until}, asks = q.asks + 1 from due where q.row_id = due.row_id
      returning q.row_id, q.asks, q.first_sent_at, q.last_sent_at)
    select t.row_id as "rowId", ${TRANSFER_ID} as "transferId", ${REFERENCE} as reference, ${NET} as "netFen", q.asks, t.attempts,
      q.first_sent_at as "firstSentAt", q.last_sent_at as "lastSentAt", t.state = 'manual' as manual
    from asked q join transfers t on t.row_id = q.row_id ${NAMED} where t.state in ('in-doubt', 'manual')
      and not exists (select 1 from transfer_queues f where f.batch_id = t.batch_id and f.channel <> 'direct')
    order by t.row_id`.execute(tx)
  return rows
}

export async function queryLater(
  tx: Tx,
  waits: readonly { readonly rowId: bigint; readonly nextQueryAt: Date }[],
): Promise<void> {
  if (waits.length === 0) return
  // Held in the order of everyone else, so that hearing about the same transfers cannot deadlock with it. What is being sent again is not asked about.
  await sql`
    with held as materialized (
      select q.row_id, w.ask_at from transfer_questions q
        join unnest(${waits.map((w) => w.rowId)}::bigint[], ${waits.map((w) => w.nextQueryAt)}::timestamptz[]) w(id, ask_at) on q.row_id = w.id
      where q.next_ask_at is not null order by q.row_id for update of q)
    update transfer_questions q set next_ask_at = held.ask_at from held where q.row_id = held.row_id`.execute(
    tx,
  )
}

/** The bank had its time; now it is for two people to find out (D41). */
export async function callPeople(tx: Tx, ids: readonly bigint[], nextQueryAt: Date): Promise<NewDoubt[]> {
  const { rows } = await sql<NewDoubt>`
    with given as materialized (
      select row_id from transfers where row_id = any(${[...ids]}::bigint[]) and state = 'in-doubt' order by row_id for update),
    manual as (
      update transfers t set state = 'manual' from given where t.row_id = given.row_id returning t.row_id, t.attempts),
    held as (select q.row_id from transfer_questions q join given using (row_id) order by q.row_id for update of q),
    asked as (update transfer_questions q set next_ask_at = ${nextQueryAt} from held where q.row_id = held.row_id)
    select coalesce(n.transfer_id, m.row_id) as "transferId", m.attempts from manual m left join transfer_names n on n.row_id = m.row_id`.execute(
    tx,
  )
  return rows
}
