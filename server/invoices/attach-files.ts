// Takes the files of a result: one's own loose ones, each validated as an invoice's file, all or none (D5, D30).

import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { attachFile } from '../files/accept-file.ts'
import type { FileRecord } from '../files/store.ts'
import type { Application } from './store.ts'

export async function attachInvoiceFiles(
  tx: Tx,
  by: Actor,
  { applicationId, providerId }: Application,
  fileIds: readonly string[],
): Promise<FileRecord[]> {
  const record = { kind: 'invoice', recordId: String(applicationId), providerId } as const
  const taken: FileRecord[] = []
  // In one order, whatever the list's: two results that share files must not wait for each other.
  for (const fileId of [...fileIds].sort()) taken.push(await attachFile(tx, by, fileId, record))
  return taken
}
