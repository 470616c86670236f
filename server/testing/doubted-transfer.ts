// One transfer that was sent and not answered, and whatever the bank says of it next.

import type { BankUpdate } from '../adapters/bank/bank-port.ts'
import { applyBankUpdates } from '../transfers/apply-bank-updates.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { freshRow, type SheetRow } from './payout-sheet.ts'
import { type ProviderFixture, startedBatch, type TransferRow, transfersOf } from './provider-fixture.ts'
import type { TestServices } from './test-services.ts'

/** What waits is sent, and lost on the way there or on the way back. */
export async function sendInVain(services: TestServices, fault: 'lost-order' | 'lost-answer'): Promise<void> {
  services.bank.fault = () => fault
  while ((await sendWaiting(services)) > 0);
  services.bank.fault = undefined
}

/** The only transfer of a batch, as it stands. */
export async function onlyTransfer(services: TestServices, batchId: number): Promise<TransferRow> {
  const [transfer] = await transfersOf(services, batchId)
  if (!transfer) throw new Error('the batch has no row')
  return transfer
}

export type BankStatus = BankUpdate['status']

export function updateOf(reference: string, status: BankStatus, more: Partial<BankUpdate> = {}): BankUpdate {
  return { reference, status, amountFen: undefined, message: '', serial: '42', at: undefined, ...more }
}

/** The bank's answer about the only transfer of a batch, whatever it said before. */
export async function applyUpdateOf(
  services: TestServices,
  batchId: number,
  status: BankStatus,
): Promise<void> {
  const { reference } = await onlyTransfer(services, batchId)
  await applyBankUpdates(services, 'notified', [updateOf(reference, status)])
}

/** The same of any transfer. */
export async function applyUpdateTo(
  services: TestServices,
  reference: string,
  status: BankStatus,
): Promise<void> {
  await applyBankUpdates(services, 'notified', [updateOf(reference, status)])
}

export async function doubtedTransfer(
  services: TestServices,
  place: ProviderFixture,
  row: SheetRow = freshRow(),
  fault: 'lost-order' | 'lost-answer' = 'lost-order',
) {
  const { batchId, rowIds } = await startedBatch(services, place, [row])
  await sendInVain(services, fault)
  const current = () => onlyTransfer(services, batchId)
  const { reference, id } = await current()
  const update = (status: BankStatus, more: Partial<BankUpdate> = {}) => updateOf(reference, status, more)
  /** One word or several, told in one call. */
  const applyBankStatus = (...words: BankStatus[]) =>
    applyBankUpdates(
      services,
      'notified',
      words.map((status) => update(status)),
    )
  return { batchId, rowId: rowIds[0] ?? 0, id, reference, current, update, applyBankStatus }
}
