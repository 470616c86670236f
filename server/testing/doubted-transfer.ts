// One transfer that was sent and not answered, and whatever the bank says of it next.

import type { BankNews } from '../adapters/bank/bank-port.ts'
import { hearBank } from '../transfers/hear-bank.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { freshRow, type SheetRow } from './payout-sheet.ts'
import type { TestHouse } from './test-house.ts'
import { startedBatch, type TransferRow, transfersOf, type Workplace } from './workplace.ts'

/** What waits is sent, and lost on the way there or on the way back. */
export async function sendInVain(house: TestHouse, fault: 'lost-order' | 'lost-answer'): Promise<void> {
  house.bank.fault = () => fault
  while ((await sendWaiting(house)) > 0);
  house.bank.fault = undefined
}

/** The only transfer of a batch, as it stands. */
export async function onlyTransfer(house: TestHouse, batchId: number): Promise<TransferRow> {
  const [transfer] = await transfersOf(house, batchId)
  if (!transfer) throw new Error('the batch has no row')
  return transfer
}

export type Word = BankNews['word']

export function newsOf(reference: string, word: Word, more: Partial<BankNews> = {}): BankNews {
  return { reference, word, amountFen: undefined, message: '', serial: '42', at: undefined, ...more }
}

/** The bank's word about the only transfer of a batch, whatever it said before. */
export async function hearOf(house: TestHouse, batchId: number, word: Word): Promise<void> {
  const { reference } = await onlyTransfer(house, batchId)
  await hearBank(house, 'notified', [newsOf(reference, word)])
}

export async function doubtedTransfer(
  house: TestHouse,
  place: Workplace,
  row: SheetRow = freshRow(),
  fault: 'lost-order' | 'lost-answer' = 'lost-order',
) {
  const { batchId, rowIds } = await startedBatch(house, place, [row])
  await sendInVain(house, fault)
  const look = () => onlyTransfer(house, batchId)
  const { reference, id } = await look()
  const news = (word: Word, more: Partial<BankNews> = {}) => newsOf(reference, word, more)
  /** One word or several, told in one call. */
  const hear = (...words: Word[]) =>
    hearBank(
      house,
      'notified',
      words.map((word) => news(word)),
    )
  return { batchId, rowId: rowIds[0] ?? 0, id, reference, look, news, hear }
}
