// Puts a record into the columns of a layout: texts as text, amounts as numbers with two decimals, days as text.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { ImportLayout, LayoutColumn } from '@paywages/domain/tax/import-layout.ts'
import type { LayoutField } from '@paywages/domain/tax/layout-fields.ts'
import type { BookSheet, Cell, Column, Row } from '../../adapters/spreadsheet/write-xlsx.ts'

/** Days and texts as strings, amounts in fen; what is absent is empty. */
export type LayoutRecord = Readonly<Partial<Record<LayoutField, string | bigint>>>

const WIDTHS: Readonly<Partial<Record<LayoutField, number>>> = {
  idCardNo: 22,
  incomeItem: 20,
  employmentType: 18,
  note: 24,
}

export const layoutColumns = ({ columns }: ImportLayout): readonly Column[] =>
  columns.map(({ heading, field, format }) => ({
    title: heading,
    kind: format === 'amount' ? 'amount' : 'text',
    width: Math.max(WIDTHS[field] ?? 12, heading.length * 2 + 2),
  }))

/** The first column that the client requires and for which the record has an empty text. */
export function missingColumn(layout: ImportLayout, record: LayoutRecord): LayoutColumn | undefined {
  return layout.columns.find(({ required, field }) => required && record[field] === '')
}

export const layoutRow = ({ columns }: ImportLayout, record: LayoutRecord): Row =>
  columns.map((column): Cell => {
    const value = record[column.field]
    return typeof value === 'bigint' ? { fen: value } : { text: textOf(column, record) }
  })

function textOf({ field, format, value }: LayoutColumn, record: LayoutRecord): string {
  if (value !== '') return value
  const found = record[field]
  if (found === undefined) return ''
  return format === 'date-compact' ? compact(String(found)) : String(found)
}

const compact = (day: Day): string => day.replaceAll('-', '')

export const layoutSheet = (layout: ImportLayout, rows: BookSheet['rows']): BookSheet => ({
  sheetName: layout.sheetName,
  columns: layoutColumns(layout),
  leadingRows: layout.leadingRows,
  // Nobody knows what the client's reader can do without.
  placesCells: true,
  rows,
})
