// The export of invoice categories: what the filters of the page find, written into the audit log (D34).

import { shanghaiDay, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import { exportSheet } from '../exports/export-sheet.ts'
import { type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { CATEGORY_SHEET, categoriesName, STATUS_WORDS, CATEGORY_TITLES as t } from './labels.ts'
import { type CategoryFilter, type CategoryRecord, categoryPieces } from './store.ts'

const sheet: SheetDefinition<CategoryFilter, CategoryRecord> = {
  sheetName: CATEGORY_SHEET,
  columns: () => [
    textColumn(t.serviceItem, 24, (row) => row.serviceItemName),
    textColumn(t.category, 24, (row) => row.categoryName),
    textColumn(t.status, 10, (row) => STATUS_WORDS[row.status]),
    textColumn(t.createdAt, 20, (row) => shanghaiSecond(row.createdAt)),
    textColumn(t.statusAt, 20, (row) => shanghaiSecond(row.statusAt)),
  ],
  pieces: (tx, _cipher, filter) => categoryPieces(tx, filter),
}

export function exportCategories(house: House, by: Actor, filter: CategoryFilter): Promise<Download> {
  const entry = {
    action: 'export-categories',
    object: { kind: 'invoice-categories', id: filter.serviceItemId ?? 'all' },
  } as const
  return exportSheet(house, by, { entry, fileName: categoriesName(shanghaiDay(by.at)) }, sheet, filter)
}
