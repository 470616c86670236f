// An uploaded sheet while it is read: sealed on this machine's disk, refused with a reason that stays in the log, gone afterwards.

import type { Action } from '@paywages/domain/audit-log/actions.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import { isSheetName } from '@paywages/domain/payouts/sheet-name.ts'
import type { Actor } from '../actor.ts'
import type { SealedCopy } from '../adapters/file-store/sealed-copy.ts'
import { SheetRefused } from '../adapters/spreadsheet/sheet-refused.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { withLocalCopy } from './local-copy.ts'
import { discardFiles } from './receive-file.ts'
import { type FileRecord, lockUnattachedFile } from './store.ts'

export type SheetReading = {
  /** What a refusal is written down as. */
  readonly action: Action
  /** As the person calls it, where that is not the name of the part. */
  readonly fileName?: string | undefined
  readonly signal: AbortSignal
}

export async function withReceivedSheet<T>(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
  reading: SheetReading,
  work: (file: FileRecord, copy: SealedCopy) => Promise<T>,
): Promise<T> {
  const [received] = files
  if (!received) throw new Refused('file-missing')
  try {
    const stored = await services.database.transact((tx) =>
      lockUnattachedFile(tx, by.person.accountId, received.fileId),
    )
    if (!stored) throw new Refused('file-gone')
    const file = { ...stored, name: safeFileName(reading.fileName ?? stored.name) }
    if (!isSheetName(file.name)) throw new Refused('sheet-not-named-excel')
    return await withLocalCopy(services, file.storeKey, (copy) => work(file, copy))
  } catch (error) {
    throw await explain(services, by, received, error, reading)
  } finally {
    // The sheet holds personal data of many people; what is needed of it is in the database, sealed.
    await discardFiles(services, files)
  }
}

/** A refused sheet stays in the audit log; its exact fault goes to the log, without any cell's content. */
async function explain(
  services: Services,
  by: Actor,
  file: ReceivedFile,
  error: unknown,
  { action, signal }: SheetReading,
): Promise<unknown> {
  if (signal.aborted) return new Refused('upload-cancelled')
  if (!(error instanceof SheetRefused)) return error
  services.log.info({ request: by.requestId, sheet: error.message }, 'a sheet was refused')
  await services.database.transact((tx) =>
    recordEntry(tx, by, {
      action,
      object: { kind: 'file', id: file.fileId, name: file.name },
      result: 'refused',
      reason: error.code,
    }),
  )
  return new Refused(error.code, error.detail)
}
