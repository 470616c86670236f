// Keeps an uploaded receipt for the form that follows (D5, D25).

import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { acceptFile } from '../files/accept-file.ts'
import { refuseActivePdf } from '../files/refuse-active-pdf.ts'
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
  await refuseActivePdf(services, by, received.fileId, 'receipt-active')
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

/** The specification has a sentence of its own for a receipt of the wrong type. */
function inReceiptWords(error: unknown): never {
  throw error instanceof Refused && error.code === 'file-type' ? new Refused('receipt-type') : error
}
