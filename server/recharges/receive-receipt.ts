// Keeps an uploaded receipt for the form that follows (D5, D25).

import { buffer } from 'node:stream/consumers'
import { pdfActiveParts } from '@paywages/domain/files/pdf-script.ts'
import type { Actor } from '../actor.ts'
import { recordEntry } from '../audit/record-entry.ts'
import { keepFile } from '../files/keep-file.ts'
import { takeLooseFile } from '../files/store.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'

export async function receiveReceipt(
  house: House,
  by: Actor,
  files: readonly ReceivedFile[],
  name: string | undefined,
): Promise<string> {
  const [received] = files
  if (!received) throw new Refused('file-missing')
  await refuseActivePdf(house, by, received.fileId)
  return house.database.transact(async (tx) => {
    const file = await keepFile(tx, by, received.fileId, { kind: 'receipt', name }).catch(inReceiptWords)
    await recordEntry(tx, by, {
      action: 'upload-file',
      object: { kind: 'file', id: file.fileId, name: file.name },
      after: { kind: file.kind, size: Number(file.size), sha256: file.sha256 },
    })
    return file.fileId
  })
}

/** Auditors open receipts in place, so none may act by itself; attachments stay, as banks put their vouchers there. */
async function refuseActivePdf(house: House, by: Actor, fileId: string): Promise<void> {
  const file = await house.database.transact((tx) => takeLooseFile(tx, by.person.accountId, fileId))
  if (file?.content !== 'pdf') return
  const body = await house.files.get(file.storeKey)
  const parts = pdfActiveParts(body ? await buffer(body.stream) : new Uint8Array())
  if (parts.has('script') || parts.has('launch')) throw new Refused('receipt-active')
}

/** The specification has a sentence of its own for a receipt of the wrong type. */
function inReceiptWords(error: unknown): never {
  throw error instanceof Refused && error.code === 'file-type' ? new Refused('receipt-type') : error
}
