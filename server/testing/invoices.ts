// Invoices for tests: payouts that may be invoiced, files, and applications brought as far as a test wants them.

import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { enterResult, type InvoiceResult } from '../invoices/enter-result.ts'
import { applyBankUpdates } from '../transfers/apply-bank-updates.ts'
import { actorOf } from './actor.ts'
import { signIn, urlOf } from './client.ts'
import { updateOf } from './doubted-transfer.ts'
import { multipartOf } from './multipart.ts'
import { payStored, type StoredBatch, storeBatch } from './payout-batches.ts'
import { freshRow } from './payout-sheet.ts'
import { storeApplication } from './stored-records.ts'
import type { TestServices } from './test-services.ts'

/** Pays these amounts of yuan, one person each, at a fee of 6.5 %: that much more may be invoiced. */
export async function paidOut(
  services: TestServices,
  account: string,
  amounts: readonly string[],
): Promise<StoredBatch> {
  const batch = await storeBatch(
    services,
    account,
    amounts.map((amount) => freshRow({ amount })),
  )
  await payStored(services, batch.batchId)
  return batch
}

export type UnattachedFile = { readonly name?: string; readonly bytes?: Uint8Array; readonly kind?: FileKind }

/** Uploaded through the call, as a browser does, and not taken by anything yet. */
export async function unattachedFile(
  services: TestServices,
  account: string,
  file: UnattachedFile = {},
): Promise<string> {
  const { name = 'invoice.pdf', bytes = pdfSample(), kind = 'invoice' } = file
  const { body, contentType } = multipartOf([
    { key: 'fileKind', value: kind },
    { key: 'fileName', value: name },
    { key: 'file', fileName: name, value: bytes },
  ])
  const headers = { 'content-type': contentType }
  const client = await signIn(services, account)
  const raw = await client.send({ method: 'POST', url: urlOf('uploadFile'), payload: body, headers })
  const reply = raw.json() as { status: number; data: string }
  if (reply.status !== 0) throw new Error(`the file was refused: ${raw.body}`)
  return reply.data
}

/** One whose result was entered by that manager. */
export async function invoicedApplication(
  services: TestServices,
  account: string,
  manager: string,
  wanted: Parameters<typeof storeApplication>[2] & Partial<InvoiceResult> = {},
): Promise<number> {
  const applicationId = await storeApplication(services, account, { ...wanted, status: 'invoicing' })
  await enterResult(services, await actorOf(services, manager), applicationId, {
    trackingNo: wanted.trackingNo ?? 'SF1000000001',
    trackingNote: wanted.trackingNote ?? '',
    fileIds: wanted.fileIds ?? [await unattachedFile(services, manager)],
    invoiceCount: wanted.invoiceCount ?? 1,
  })
  return applicationId
}

/** The bank sends it back: a succeeded row fails, and its money and fee come home. */
export async function returnRow(services: TestServices, rowId: number): Promise<void> {
  const [transfer] = await services.query<{ reference: string }>(
    'select reference from row_transfers where row_id = $1',
    [rowId],
  )
  if (!transfer) throw new Error('the row was never sent')
  await applyBankUpdates(services, 'notified', [updateOf(transfer.reference, 'returned')])
}

export type Paid = { readonly valueFen: bigint; readonly payoutAt: Date; readonly status?: string }

/** Rows as they stand after a payout, thousands at once, written past all operations and all sums; tells their ids. */
export async function storePaidRows(
  services: TestServices,
  account: string,
  rows: readonly Paid[],
): Promise<bigint[]> {
  const { batchId } = await storeBatch(services, account)
  const stored = await services.query<{ id: bigint }>(
    `with given as (
       select * from unnest($2::bigint[], $3::timestamptz[], $4::text[]) with ordinality as given (fen, at, status, place)),
     stored as (
       insert into payout_rows (row_id, batch_id, provider_id, row_number, name, id_hash, phone_hash, card_hash, seal, bank, amount_fen,
         fee_fen, month, remark, warning_mask)
       select r.row_id + 1000 + place, r.batch_id, r.provider_id, 1 + place, r.name, r.id_hash, r.phone_hash, r.card_hash, r.seal, r.bank, given.fen - 1,
         1, r.month, r.remark, r.warning_mask
       from payout_rows r, given where r.batch_id = $1 order by place returning row_id, row_number, batch_id, provider_id),
     paid as (
       insert into transfers (row_id, payout_at, batch_id, provider_id, state, paid)
       select s.row_id, given.at, s.batch_id, s.provider_id, given.status::transfer_state, given.status = 'succeeded'
       from stored s join given on s.row_number = 1 + place)
     select row_id as id from stored order by row_number`,
    [
      batchId,
      rows.map(({ valueFen }) => valueFen),
      rows.map(({ payoutAt }) => payoutAt),
      rows.map(({ status = 'succeeded' }) => (status === 'processing' ? 'reserved' : status)),
    ],
  )
  return stored.map(({ id }) => id)
}
