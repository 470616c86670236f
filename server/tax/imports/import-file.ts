// An import file of the tax client in the form that its layout names, written on a thread of its own.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { KnownLayout } from '@paywages/domain/tax/layout-in-force.ts'
import { writeCsv } from '../../adapters/spreadsheet/write-csv.ts'
import { type BookSheet, writeBook } from '../../adapters/spreadsheet/write-xlsx.ts'
import type { BytesDefinition } from '../../exports/sheet-definition.ts'
import type { Period } from '../periods/figures-store.ts'
import { layoutDescription } from './import-labels.ts'
import { incomeSheets } from './income-sheets.ts'
import { peopleSheets } from './people-sheet.ts'

export type ImportFileInput = {
  readonly period: Period
  readonly known: KnownLayout
  /** Of a month that was filed again: the period whose corrections it is filed with. */
  readonly bookedIn?: Month | undefined
}

export const bytes: BytesDefinition<ImportFileInput> = async function* (
  tx,
  cipher,
  { period, known, bookedIn },
) {
  const { layout } = known
  const sheets =
    layout.kind === 'people'
      ? peopleSheets(tx, cipher, period, layout)
      : incomeSheets(tx, cipher, { period, bookedIn }, layout)
  if (layout.format === 'xlsx') yield* writeBook(sheets, layoutDescription(known))
  // One sheet: a layout for comma-separated values has no second one.
  else for await (const sheet of sheets) yield* writeCsv(sheet as BookSheet)
}
