// Payouts whose receipts a clerk uploaded as the bank's PDF, for tests.

import { payRows, takenStatements } from './bank-statements.ts'
import { signIn } from './client.ts'
import { freshRow } from './payout-sheet.ts'
import { receiptsPdf } from './receipt-pdfs.ts'
import type { TestServices } from './test-services.ts'

export type ReceiptedRow = { readonly rowId: number; readonly batchId: number }

const made = new WeakMap<TestServices, Promise<ReceiptedRow>>()

/** One of provider A1, made once: reading its receipt changes nothing. */
export function receiptedRow(services: TestServices): Promise<ReceiptedRow> {
  const known = made.get(services) ?? makeRow(services)
  made.set(services, known)
  return known
}

async function makeRow(services: TestServices): Promise<ReceiptedRow> {
  const [paid] = await payRows(services, 'payA1', [freshRow()])
  if (!paid) throw new Error('nothing was paid')
  await takenStatements(await signIn(services, 'payA1'), await receiptsPdf([paid]))
  const [row] = await services.query<{ batchId: number }>(
    'select batch_id::int as "batchId" from payout_rows where row_id = $1',
    [paid.rowId],
  )
  return { rowId: paid.rowId, batchId: row?.batchId ?? 0 }
}
