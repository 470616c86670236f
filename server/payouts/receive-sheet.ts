// Receives an uploaded sheet: keeps it only while it is read, and answers with what became of it.

import { safeFileName } from '@paywages/domain/files/file-name.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import { readPayoutSheet } from '../adapters/spreadsheet/read-payout-sheet.ts'
import { SheetRefused } from '../adapters/spreadsheet/sheet-refused.ts'
import { recordEntry } from '../audit/record-entry.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { discardFiles } from '../files/receive-file.ts'
import { takeLooseFile } from '../files/store.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { openRowSealer } from './row-sealer.ts'
import { uploadSheet } from './upload-sheet.ts'

type SheetAsk = {
  readonly fileName?: string | undefined
  readonly confirmDuplicate?: '0' | '1' | undefined
  readonly uploadKey?: string | undefined
}

export async function receiveSheet(
  house: House,
  by: Actor,
  files: readonly ReceivedFile[],
  ask: SheetAsk,
  signal: AbortSignal,
): Promise<UploadResult> {
  const [received] = files
  if (!received) throw new Refused('file-missing')
  const sealer = openRowSealer(house)
  try {
    const stored = await house.database.transact((tx) =>
      takeLooseFile(tx, by.person.accountId, received.fileId),
    )
    if (!stored) throw new Refused('file-gone')
    const file = { ...stored, name: safeFileName(ask.fileName ?? stored.name) }
    if (!/\.xlsx?$/i.test(file.name)) throw new Refused('sheet-not-excel')
    const confirmDuplicate = ask.confirmDuplicate === '1'
    return await withLocalCopy(house, file.storeKey, (path) =>
      uploadSheet(house, by, sealer, {
        file,
        rows: readPayoutSheet(path, { fileName: file.name, signal }),
        confirmDuplicate,
        uploadKey: ask.uploadKey,
        signal,
      }),
    )
  } catch (error) {
    throw await explain(house, by, received, error, signal)
  } finally {
    await sealer.close()
    // The sheet holds personal data of many people; what is needed of it is in the database, sealed.
    await discardFiles(house, files)
  }
}

/** A refused sheet stays in the audit log; its exact fault goes to the log, without any cell's content. */
async function explain(
  house: House,
  by: Actor,
  file: ReceivedFile,
  error: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  if (signal.aborted) return new Refused('upload-cancelled')
  if (!(error instanceof SheetRefused)) return error
  house.log.info({ request: by.requestId, sheet: error.message }, 'a sheet was refused')
  await house.database.transact((tx) =>
    recordEntry(tx, by, {
      action: 'upload-sheet',
      object: { kind: 'file', id: file.fileId, name: file.name },
      result: 'refused',
      reason: error.code,
    }),
  )
  return new Refused(error.code, error.detail)
}
