// Exports of lists as declarations: what stands in the audit log, how the file is called, and which sheet it holds.

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { AuditEvent } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { exportLargeSheet, exportSheet } from './export-sheet.ts'
import type { SheetDefinition } from './sheet-definition.ts'

export type ListExport<Ask extends object, Row> = {
  readonly action: AuditEvent['action']
  /** The list as the audit log calls it; its id is the provider that it was narrowed to. */
  readonly list: string
  readonly narrowedTo?: (ask: Ask) => number | undefined
  readonly listName?: (ask: Ask) => string
  /** What else the audit log keeps of the filters. */
  readonly filters?: (ask: Ask) => Readonly<Record<string, string | number | boolean>>
  /** Where that is cheap: whoever waits is told, and the audit log too. */
  readonly count?: (tx: Tx, ask: Ask) => Promise<number>
  readonly fileName: (today: Day, ask: Ask) => string
  readonly sheet: SheetDefinition<Ask, Row>
  /** The address of the module that exports the sheet, for lists so long that a thread of its own writes them. */
  readonly thread?: string
}

export async function exportList<Ask extends object, Row>(
  house: House,
  by: Actor,
  declared: ListExport<Ask, Row>,
  ask: Ask,
): Promise<Download> {
  const { action, list, narrowedTo, listName, filters, count: countOf, sheet, thread } = declared
  const { providerId } = ask as { readonly providerId?: number | undefined }
  const count = countOf && (await house.database.read((tx) => countOf(tx, ask)))
  const id = narrowedTo ? narrowedTo(ask) : providerId
  const after = { ...filters?.(ask), ...(count === undefined ? {} : { rows: count }) }
  const entry: AuditEvent = {
    action,
    object: { kind: list, id: id ?? 'all', ...(listName ? { name: listName(ask) } : {}) },
    ...(providerId === undefined ? {} : { providerId }),
    ...(Object.keys(after).length > 0 ? { after } : {}),
  }
  const fileName = declared.fileName(shanghaiDay(by.at), ask)
  const about = { entry, fileName, ...(count === undefined ? {} : { count }) }
  return thread === undefined
    ? exportSheet(house, by, about, sheet, ask)
    : exportLargeSheet(house, by, about, new URL(thread), ask)
}
