// Pays the demo's batches through the bank as in life, at a moment of the past; a few transfers stay with people (D41).

import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { storeMadeFile } from '@paywages/server/files/store-made-file.ts'
import { decideBatch } from '@paywages/server/payouts/decide-batch.ts'
import { insertEvents } from '@paywages/server/transfers/event-store.ts'
import { claimWaiting } from '@paywages/server/transfers/lease-store.ts'
import { callPeople } from '@paywages/server/transfers/question-store.ts'
import { proposeResolution } from '@paywages/server/transfers/resolve-transfer.ts'
import { claimApproved, sendWaiting } from '@paywages/server/transfers/send-transfers.ts'
import { startBatch } from '@paywages/server/transfers/start-batch.ts'
import { sweepLeases } from '@paywages/server/transfers/sweep-leases.ts'
import { bookAt } from './bank-moment.ts'
import { receiptPicture } from './receipt-files.ts'

const HOUR_MS = 3_600_000

/** The same services on another day. */
export function servicesAt(services: Services, at: Date): Services {
  return { ...services, clock: { now: () => at } }
}

/** Starts a batch and sends it to the bank, as the payer would have at that moment. */
export async function payBatch(services: Services, payer: Actor, batchId: number): Promise<void> {
  const then = servicesAt(services, payer.at)
  await start(then, payer, batchId)
  await sendAll(then)
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
  await sendAll(then)
  await sweepLeases(servicesAt(services, new Date(payer.at.getTime() + 60_000)))
  const gaveUpAt = new Date(payer.at.getTime() + 24 * HOUR_MS)
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

/** The bank books it at that moment too. */
async function sendAll(then: Services): Promise<void> {
  await bookAt(then, then.clock.now())
  while ((await sendWaiting(then)) > 0);
  await bookAt(then, null)
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
