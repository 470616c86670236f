// Invoices for tests: payouts that may be invoiced, files, and applications brought as far as a test wants them.

import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { enterResult, type InvoiceResult } from '../invoices/enter-result.ts'
import { actorOf } from './actor.ts'
import { signIn, urlOf } from './client.ts'
import { multipartOf } from './multipart.ts'
import { storeApplication } from './papers.ts'
import { payStored, type StoredBatch, storeBatch } from './payout-batches.ts'
import { freshRow } from './payout-sheet.ts'
import type { TestHouse } from './test-house.ts'

/** Pays these amounts of yuan, one person each, at a fee of 6.5 %: that much more may be invoiced. */
export async function paidOut(
  house: TestHouse,
  account: string,
  amounts: readonly string[],
): Promise<StoredBatch> {
  const batch = await storeBatch(
    house,
    account,
    amounts.map((amount) => freshRow({ amount })),
  )
  await payStored(house, batch.batchId)
  return batch
}

export type LooseFile = { readonly name?: string; readonly bytes?: Uint8Array; readonly kind?: FileKind }

/** Uploaded through the call, as a browser does, and not taken by anything yet. */
export async function looseFile(house: TestHouse, account: string, file: LooseFile = {}): Promise<string> {
  const { name = 'invoice.pdf', bytes = pdfSample(), kind = 'invoice' } = file
  const { body, contentType } = multipartOf([
    { key: 'fileKind', value: kind },
    { key: 'fileName', value: name },
    { key: 'file', fileName: name, value: bytes },
  ])
  const headers = { 'content-type': contentType }
  const client = await signIn(house, account)
  const raw = await client.send({ method: 'POST', url: urlOf('uploadFile'), payload: body, headers })
  const reply = raw.json() as { status: number; data: string }
  if (reply.status !== 0) throw new Error(`the file was refused: ${raw.body}`)
  return reply.data
}

/** One whose result was entered by that manager. */
export async function invoicedApplication(
  house: TestHouse,
  account: string,
  manager: string,
  wanted: Parameters<typeof storeApplication>[2] & Partial<InvoiceResult> = {},
): Promise<number> {
  const applicationId = await storeApplication(house, account, { ...wanted, status: 'invoicing' })
  await enterResult(house, await actorOf(house, manager), applicationId, {
    trackingNo: wanted.trackingNo ?? 'SF1000000001',
    trackingNote: wanted.trackingNote ?? '',
    fileIds: wanted.fileIds ?? [await looseFile(house, manager)],
    invoiceCount: wanted.invoiceCount ?? 1,
  })
  return applicationId
}
