// Transfers in states that take a bank's silence to reach.

import { insertEvents } from '../transfers/event-store.ts'
import { callPeople } from '../transfers/question-store.ts'
import { proposeResolution } from '../transfers/resolve-transfer.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { actorOf } from './actor.ts'
import { startStored, storeBatch } from './payout-batches.ts'
import { freshRows, type SheetRow } from './payout-sheet.ts'
import type { TestServices } from './test-services.ts'

export type Given = { readonly batchId: number; readonly rowId: number; readonly transferId: bigint }

/** A transfer that was sent, never answered, and given to people. */
export async function manualTransfer(
  services: TestServices,
  provider: 'A1' | 'A2' | 'B1',
  rows: readonly SheetRow[] = freshRows(1),
): Promise<Given> {
  const { batchId, rowIds } = await storeBatch(services, `pay${provider}`, rows)
  await startStored(services, batchId)
  services.bank.fault = (call) => (call === 'submit' ? 'lost-order' : undefined)
  while ((await sendWaiting(services)) > 0);
  services.bank.fault = undefined
  const now = services.clock.now()
  const ids = await services.query<{ id: bigint }>(
    'select row_id as id from row_transfers where batch_id = $1',
    [batchId],
  )
  await services.database.transact(async (tx) => {
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
  services: TestServices,
  provider: 'A1' | 'A2' | 'B1',
  proposer: string,
  evidenceFileId: string,
): Promise<number> {
  const { rowId } = await manualTransfer(services, provider)
  return proposeResolution(services, await actorOf(services, proposer), {
    rowId,
    outcome: 'succeeded',
    reason: 'a reason',
    evidenceFileId,
  })
}
