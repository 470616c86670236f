// Exports of lists as declarations: what stands in the audit log, how the file is called, and which sheet it holds.

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { AuditEvent } from '../audit-log/record-entry.ts'
import type { Download } from '../http/call.ts'
import { exportLargeSheet, exportSheet } from './export-sheet.ts'
import type { SheetDefinition } from './sheet-definition.ts'

export type ListExport<Input extends object, Row> = {
  readonly action: AuditEvent['action']
  /** The list as the audit log calls it; its id is the provider that it was narrowed to. */
  readonly list: string
  readonly narrowedTo?: (input: Input) => number | undefined
  readonly listName?: (input: Input) => string
  /** What else the audit log keeps of the filters. */
  readonly filters?: (input: Input) => Readonly<Record<string, string | number | boolean>>
  /** Where that is cheap: whoever waits is told, and the audit log too. */
  readonly count?: (tx: Tx, input: Input) => Promise<number>
  readonly fileName: (today: Day, input: Input) => string
} & (
  | { readonly sheet: SheetDefinition<Input, Row>; readonly thread?: undefined }
  /** The address of the module that exports the sheet, for lists so long that a thread of its own writes them. */
  | { readonly sheet?: SheetDefinition<Input, Row>; readonly thread: string }
)

export async function exportList<Input extends object, Row>(
  services: Services,
  by: Actor,
  declared: ListExport<Input, Row>,
  input: Input,
): Promise<Download> {
  const { action, list, narrowedTo, listName, filters, count: countOf } = declared
  const { providerId } = input as { readonly providerId?: number | undefined }
  const count = countOf && (await services.database.read((tx) => countOf(tx, input)))
  const id = narrowedTo ? narrowedTo(input) : providerId
  const after = { ...filters?.(input), ...(count === undefined ? {} : { rows: count }) }
  const entry: AuditEvent = {
    action,
    object: { kind: list, id: id ?? 'all', ...(listName ? { name: listName(input) } : {}) },
    ...(providerId === undefined ? {} : { providerId }),
    ...(Object.keys(after).length > 0 ? { after } : {}),
  }
  const fileName = declared.fileName(shanghaiDay(by.at), input)
  const about = { entry, fileName, ...(count === undefined ? {} : { count }) }
  return declared.thread === undefined
    ? exportSheet(services, by, about, declared.sheet, input)
    : exportLargeSheet(services, by, about, new URL(declared.thread), input)
}
