// Refuses an uploaded PDF that acts by itself or carries programs: people open it in place (D5).

import { buffer } from 'node:stream/consumers'
import type { Actor } from '../actor.ts'
import { isQuietPdf } from '../adapters/pdf/inspect-pdf.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { lockUnattachedFile } from './store.ts'

/** Before the transaction that accepts it: looking may take seconds. A refusal stays in the audit log. */
export async function refuseActivePdf(
  services: Services,
  by: Actor,
  fileId: string,
  code: 'file-active' | 'receipt-active' = 'file-active',
): Promise<void> {
  const file = await services.database.transact((tx) => lockUnattachedFile(tx, by.person.accountId, fileId))
  if (file?.content !== 'pdf') return
  const body = await services.files.get(file.storeKey)
  if (!body || (await isQuietPdf(await buffer(body.stream)))) return
  await services.database.transact((tx) =>
    recordEntry(tx, by, {
      action: 'upload-file',
      object: { kind: 'file', id: file.fileId, name: file.name },
      result: 'refused',
      reason: code,
      after: { size: Number(file.size), sha256: file.sha256 },
    }),
  )
  throw new Refused(code)
}
