// The export of invoice categories: what the filters of the page find, written into the audit log (D34).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { ListExport } from '../exports/export-list.ts'
import { type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
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

export const categoryExport: ListExport<CategoryFilter, CategoryRecord> = {
  action: 'export-categories',
  list: 'invoice-categories',
  narrowedTo: ({ serviceItemId }) => serviceItemId,
  fileName: categoriesName,
  sheet,
}
