// Pays the demo's batches through the bank as in life, at a moment of the past; a few transfers stay with people (D41).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { parseYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { storeMadeFile } from '@paywages/server/files/store-made-file.ts'
import { decideBatch } from '@paywages/server/payouts/decide-batch.ts'
import { applyBankUpdates } from '@paywages/server/transfers/apply-bank-updates.ts'
import { insertEvents } from '@paywages/server/transfers/event-store.ts'
import { claimWaiting } from '@paywages/server/transfers/lease-store.ts'
import { callPeople } from '@paywages/server/transfers/question-store.ts'
import { proposeResolution } from '@paywages/server/transfers/resolve-transfer.ts'
import { claimApproved, sendWaiting } from '@paywages/server/transfers/send-transfers.ts'
import { startBatch } from '@paywages/server/transfers/start-batch.ts'
import { sweepLeases } from '@paywages/server/transfers/sweep-leases.ts'
import { sql } from 'kysely'
import { RETURNED_AMOUNT } from './payout-rows.ts'
import { receiptPicture } from './receipt-files.ts'

/** The same services on another day. */
function servicesAt(services: Services, at: Date): Services {
  return { ...services, clock: { now: () => at } }
}

/** Starts a batch and sends it to the bank, as the payer would have at that moment. */
export async function payBatch(services: Services, payer: Actor, batchId: number): Promise<void> {
  const then = servicesAt(services, payer.at)
  await start(then, payer, batchId)
  while ((await sendWaiting(then)) > 0);
}

/** The same, but the bank never heard of two of its transfers: people must find out, and one has proposed already. */
export async function payBatchWithDoubts(
  services: Services,
  payer: Actor,
  manager: Actor,
  batchId: number,
): Promise<void> {
  const then = servicesAt(services, payer.at)
  await start(then, payer, batchId)
  const lease = { at: payer.at, until: new Date(payer.at.getTime() + 1_000) }
  const lost = await claimApproved(services, (tx) => claimWaiting(tx, lease, 2))
  while ((await sendWaiting(then)) > 0);
  await sweepLeases(servicesAt(services, new Date(payer.at.getTime() + 60_000)))
  const gaveUpAt = new Date(payer.at.getTime() + 24 * 3_600_000)
  await services.database.transact(async (tx) => {
    const given = await callPeople(
      tx,
      lost.map(({ rowId }) => rowId),
      services.clock.now(),
    )
    const events = given.map(({ transferId, attempts }) => ({
      transferId,
      kind: 'gave-up' as const,
      from: 'in-doubt' as const,
      to: 'manual' as const,
      attempt: attempts,
      detail: 'not-found',
    }))
    await insertEvents(tx, events, gaveUpAt)
  })
  if (lost[0]) await proposeFailed(services, manager, lost[0].rowId)
}

const RETURNED_AFTER_HOURS = 27
/** As many as a bank is asked about in one call. */
const QUERIED_AT_ONCE = 200

/** What was paid longer ago than this comes back only after its month was closed for tax. */
const LONG_AGO_DAYS = 110
const longAgo = (services: Services) => new Date(services.clock.now().getTime() - LONG_AGO_DAYS * DAY_MS)

/** What the bank has taken back since it paid is booked the day after; what it takes back later, it tells by itself. */
export async function applyReturns(services: Services): Promise<void> {
  const { rows } = await services.database.read((tx) =>
    sql<{ reference: string; paidAt: Date }>`
      select reference, payout_at as "paidAt" from row_transfers
      where state = 'succeeded' and payout_at > ${longAgo(services)} order by row_id`.execute(tx),
  )
  const paidAt = new Map(rows.map((row) => [row.reference, row.paidAt.getTime()]))
  const references = [...paidAt.keys()]
  for (let from = 0; from < references.length; from += QUERIED_AT_ONCE)
    for (const update of await services.bank.query(references.slice(from, from + QUERIED_AT_ONCE))) {
      if (update.status !== 'returned') continue
      const at = new Date((paidAt.get(update.reference) ?? 0) + RETURNED_AFTER_HOURS * 3_600_000)
      await applyBankUpdates(servicesAt(services, at), 'asked', [update])
    }
}

/** The payment of long ago that comes back, heard of then: by its card the bank says the same some seconds from now. */
export async function applyLateReturn(services: Services, at: Date): Promise<void> {
  const { rows } = await services.database.read((tx) =>
    sql<{ reference: string }>`
      select reference from row_transfers
      where state = 'succeeded' and payout_at < ${longAgo(services)} and amount_fen = ${parseYuan(RETURNED_AMOUNT)}`.execute(
      tx,
    ),
  )
  const update = rows.map(({ reference }) => ({
    reference,
    status: 'returned' as const,
    amountFen: undefined,
    message: '退票',
    serial: '',
    at: undefined,
  }))
  await applyBankUpdates(servicesAt(services, at), 'asked', update)
}

async function start(services: Services, payer: Actor, batchId: number): Promise<void> {
  const decision = { to: 'transferring', pass: true, reason: '', checkedRisks: [] } as const
  await decideBatch(services, payer, batchId, decision, startBatch)
}

async function* evidence(): AsyncGenerator<Uint8Array> {
  yield receiptPicture([
    { label: 'RESULT', value: 'NOT PAID' },
    { label: 'CHECKED', value: 'BY PHONE' },
  ])
}

async function proposeFailed(services: Services, manager: Actor, rowId: bigint): Promise<void> {
  const evidenceFileId = await storeMadeFile(services, manager, {
    kind: 'evidence',
    name: '银行核实回单.png',
    content: 'png',
    stream: evidence(),
  })
  await proposeResolution(services, manager, {
    rowId: Number(rowId),
    outcome: 'failed',
    reason: '致电银行核实，该笔未入账，附银行回单',
    evidenceFileId,
  })
}
