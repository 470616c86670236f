// Transfers that go to the bank in files: handed over, withdrawn, or given to people when no result names them (ADR 81).

import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Outcome, write } from './apply-bank-updates.ts'
import { insertEvents } from './event-store.ts'
import { lockTransfersByReference } from './transfer-store.ts'

/**
 * The file was uploaded at the bank: whatever it does from now on, the money stays held until something says what became of each. Nobody
 * asks a bank about them, so they have no next time. Those that ended meanwhile stay as they are.
 */
export async function handOver(
  tx: Tx,
  references: readonly string[],
  told: { readonly by: Actor; readonly detail: string },
): Promise<number> {
  const held = (await lockTransfersByReference(tx, references)).filter(({ state }) => state === 'reserved')
  const { at, person } = told.by
  const ids = held.map(({ rowId }) => rowId)
  await sql`
    with given as (
      update transfers set state = 'in-doubt', attempts = 1 where row_id = any(${ids}::bigint[]) and state = 'reserved' returning row_id)
    insert into transfer_questions (row_id, next_ask_at, first_sent_at, last_sent_at)
    select row_id, null, ${at}, ${at} from given order by row_id`.execute(tx)
  await insertEvents(
    tx,
    held.map(({ transferId }) => ({
      transferId,
      kind: 'handed-over',
      from: 'reserved',
      to: 'in-doubt',
      attempt: 1,
      detail: told.detail,
      accountId: person.accountId,
    })),
    at,
  )
  return held.length
}

/** Never given to the bank: they fail, and their money is released. False where one of them is no longer as the start left it. */
export async function withdrawReserved(
  tx: Tx,
  services: Services,
  references: readonly string[],
  told: { readonly by: Actor; readonly detail: string },
): Promise<boolean> {
  const held = await lockTransfersByReference(tx, references)
  if (held.length !== references.length || held.some(({ state }) => state !== 'reserved')) return false
  const { at, person } = told.by
  const outcome = new Outcome(services, 'file-withdrawn', at)
  for (const transfer of held)
    outcome.turn(
      transfer,
      { to: 'failed', moves: ['release'] },
      { detail: told.detail, reason: transferTexts.fileWithdrawn, serial: '', accountId: person.accountId },
    )
  await write(tx, outcome, at)
  return true
}

const MAX_AT_ONCE = 1_000

/** No result has named them for as long as a bank is asked on the direct channel: two people find out (D41). */
export async function callPeopleForFiles(services: Services): Promise<number> {
  const now = services.clock.now()
  const before = new Date(now.getTime() - services.settings.retryPolicy.manualAfterMs)
  const isDue = await services.database.query(async (tx) => {
    const { rows } =
      await sql`select from transfer_questions where next_ask_at is null and first_sent_at < ${before} limit 1`.execute(
        tx,
      )
    return rows.length > 0
  })
  if (!isDue) return 0
  return services.database.transact(async (tx) => {
    const { rows } = await sql<{ transferId: bigint; attempts: number }>`
      with due as materialized (
        select t.row_id from transfer_questions q join transfers t on t.row_id = q.row_id join transfer_queues f on f.batch_id = t.batch_id
        where q.next_ask_at is null and f.channel = 'file' and t.state = 'in-doubt' and q.first_sent_at < ${before}
        order by t.row_id limit ${MAX_AT_ONCE} for update of t skip locked),
      given as (update transfers t set state = 'manual' from due where t.row_id = due.row_id returning t.row_id, t.attempts)
      select coalesce(n.transfer_id, g.row_id) as "transferId", g.attempts from given g left join transfer_names n on n.row_id = g.row_id`.execute(
      tx,
    )
    await insertEvents(
      tx,
      rows.map(({ transferId, attempts }) => ({
        transferId,
        kind: 'gave-up',
        from: 'in-doubt',
        to: 'manual',
        attempt: attempts,
        detail: '',
      })),
      now,
    )
    return rows.length
  })
}
