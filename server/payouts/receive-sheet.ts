// Receives an uploaded payout sheet, and answers with what became of it.

import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import { readSheet } from '../adapters/spreadsheet/read-sheet.ts'
import { withReceivedSheet } from '../files/received-sheet.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../http/call.ts'
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
  const sealer = openRowSealer(house)
  const reading = { action: 'upload-sheet', fileName: ask.fileName, signal } as const
  try {
    return await withReceivedSheet(house, by, files, reading, (file, path) =>
      uploadSheet(house, by, sealer, {
        file,
        rows: readSheet(path, { kind: 'payouts', fileName: file.name, signal }),
        confirmDuplicate: ask.confirmDuplicate === '1',
        uploadKey: ask.uploadKey,
        signal,
      }),
    )
  } finally {
    await sealer.close()
  }
}
