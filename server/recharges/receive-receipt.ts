// Keeps an uploaded receipt for the form that follows (D5, D25).

import { buffer } from 'node:stream/consumers'
import { pdfActiveParts } from '@paywages/domain/files/pdf-script.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { acceptFile } from '../files/accept-file.ts'
import { lockUnattachedFile } from '../files/store.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'

export async function receiveReceipt(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
  name: string | undefined,
): Promise<string> {
  const [received] = files
  if (!received) throw new Refused('file-missing')
  await refuseActivePdf(services, by, received.fileId)
  return services.database.transact(async (tx) => {
    const file = await acceptFile(tx, by, received.fileId, { kind: 'receipt', name }).catch(inReceiptWords)
    await recordEntry(tx, by, {
      action: 'upload-file',
      object: { kind: 'file', id: file.fileId, name: file.name },
      after: { kind: file.kind, size: Number(file.size), sha256: file.sha256 },
    })
    return file.fileId
  })
}

/** Auditors open receipts in place, so none may act by itself; attachments stay, as banks put their vouchers there. */
async function refuseActivePdf(services: Services, by: Actor, fileId: string): Promise<void> {
  const file = await services.database.transact((tx) => lockUnattachedFile(tx, by.person.accountId, fileId))
  if (file?.content !== 'pdf') return
  const body = await services.files.get(file.storeKey)
  const parts = pdfActiveParts(body ? await buffer(body.stream) : new Uint8Array())
  if (parts.has('script') || parts.has('launch')) throw new Refused('receipt-active')
}

/** The specification has a sentence of its own for a receipt of the wrong type. */
function inReceiptWords(error: unknown): never {
  throw error instanceof Refused && error.code === 'file-type' ? new Refused('receipt-type') : error
}
