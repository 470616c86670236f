// Transfers in states that take a bank's silence to reach.

import { insertEvents } from '../transfers/event-store.ts'
import { proposeResolution } from '../transfers/resolve-transfer.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { callPeople } from '../transfers/transfer-store.ts'
import { actorOf } from './actor.ts'
import { startStored, storeBatch } from './payout-batches.ts'
import { freshRows, type SheetRow } from './payout-sheet.ts'
import type { TestHouse } from './test-house.ts'

export type Given = { readonly batchId: number; readonly rowId: number; readonly transferId: bigint }

/** A transfer that was sent, never answered, and given to people. */
export async function manualTransfer(
  house: TestHouse,
  provider: 'A1' | 'A2' | 'B1',
  rows: readonly SheetRow[] = freshRows(1),
): Promise<Given> {
  const { batchId, rowIds } = await storeBatch(house, `pay${provider}`, rows)
  await startStored(house, batchId)
  house.bank.fault = (call) => (call === 'submit' ? 'lost-order' : undefined)
  while ((await sendWaiting(house)) > 0);
  house.bank.fault = undefined
  const now = house.clock.now()
  const ids = await house.query<{ id: bigint }>(
    'select transfer_id as id from transfers where batch_id = $1',
    [batchId],
  )
  await house.database.transact(async (tx) => {
    const given = await callPeople(
      tx,
      ids.map(({ id }) => id),
      new Date(now.getTime() + 3_600_000),
    )
    const events = given.map(({ transferId, attempts }) => ({
      transferId,
      kind: 'gave-up' as const,
      from: 'in-doubt' as const,
      to: 'manual' as const,
      attempt: attempts,
      detail: '',
    }))
    await insertEvents(tx, events, now)
  })
  return { batchId, rowId: rowIds[0] ?? 0, transferId: ids[0]?.id ?? 0n }
}

/** The same with a proposal on it. */
export async function proposedTransfer(
  house: TestHouse,
  provider: 'A1' | 'A2' | 'B1',
  proposer: string,
  evidenceFileId: string,
): Promise<number> {
  const { rowId } = await manualTransfer(house, provider)
  return proposeResolution(house, await actorOf(house, proposer), {
    rowId,
    outcome: 'succeeded',
    reason: 'a reason',
    evidenceFileId,
  })
}
