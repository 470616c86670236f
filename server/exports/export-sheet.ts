// The building block of every export: an audited .xlsx, streamed row by row from one moment of the database (D33, D34).

import type { Readable } from 'node:stream'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { type AuditEvent, recordEntry } from '../audit-log/record-entry.ts'
import type { Download } from '../http/call.ts'
import type { SheetDefinition } from './sheet-definition.ts'
import { sheetOnThread } from './sheet-on-thread.ts'
import { writeSheet } from './write-sheet.ts'

export type Export = {
  /** Stands in the audit log before the first byte leaves. */
  readonly entry: AuditEvent
  readonly fileName: string
  /** How many rows there will be, where that is cheap to know: whoever waits is told. */
  readonly count?: number
  /** Of a file that is no .xlsx. */
  readonly contentType?: string
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** For lists of some thousands of rows: written between other calls. */
export async function exportSheet<Input, Row>(
  services: Services,
  by: Actor,
  about: Export,
  sheet: SheetDefinition<Input, Row>,
  input: Input,
): Promise<Download> {
  await services.database.transact((tx) => recordEntry(tx, by, about.entry))
  return downloadOf(about, writeSheet(services, sheet, input))
}

/**
 * For payouts by the hundred thousand: written on a thread of its own, so that nobody else waits. The module at `from`
 * exports the definition as `sheet`, as `book` where it has several, or as `bytes` where it writes them itself; `input` must be plain data.
 */
export async function exportLargeSheet<Input>(
  services: Services,
  by: Actor,
  about: Export,
  from: URL,
  input: Input,
): Promise<Download> {
  await services.database.transact((tx) => recordEntry(tx, by, about.entry))
  return downloadOf(about, sheetOnThread(services, from, input))
}

function downloadOf({ fileName, count, contentType = XLSX }: Export, stream: Readable): Download {
  return {
    stream,
    name: fileName,
    contentType,
    inline: false,
    ...(count === undefined ? {} : { rowCount: count }),
  }
}
