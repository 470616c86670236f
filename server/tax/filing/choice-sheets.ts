// The sheets of a declaration that offer both ways of filing a correction, until one is chosen.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { BookSheet, WritingRow } from '../../adapters/spreadsheet/write-xlsx.ts'
import { atOnce, bookSheet, countColumn, moneyColumn, textColumn } from '../../exports/sheet-definition.ts'
import {
  type CorrectionEntry,
  type CorrectionFiling,
  correctionEntries,
  filingsOf,
} from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'
import { belowZeroNames } from './below-zero.ts'
import { comparisonSheet } from './correction-comparison.ts'
import { amendedChoice, CHOICE_SHEETS, currentChoice, CHOICE_TITLES as t } from './correction-labels.ts'
import { findPeriod } from './filing-store.ts'
import { byMonth, sumOf } from './list-corrections.ts'

/** What a period corrects of one old month, and how that was filed, if it was. */
export type CorrectionGroup = {
  readonly month: Month
  readonly entries: readonly CorrectionEntry[]
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly filing: CorrectionFiling | undefined
  /** Whom it would take below zero within the period, while nobody has chosen. */
  readonly belowZero: readonly string[]
}

/** The oldest month first. */
export async function correctionGroups(tx: Tx, period: Period): Promise<readonly CorrectionGroup[]> {
  const { taxId } = period
  const groups = byMonth(await correctionEntries(tx, taxId))
  if (groups.size === 0) return []
  const filings = await filingsOf(tx, taxId)
  const open = new Map([...groups].filter(([month]) => !filings.has(month)))
  const below = await belowZeroNames(tx, period, open)
  return [...groups].map(([month, entries]) => ({
    month,
    entries,
    ...sumOf(entries),
    filing: filings.get(month),
    belowZero: below.get(month) ?? [],
  }))
}

const COLUMNS = [
  textColumn<CorrectionGroup>(t.month, 12, ({ month }) => month),
  countColumn<CorrectionGroup>(t.people, ({ entries }) => new Set(entries.map(({ idHash }) => idHash)).size),
  countColumn<CorrectionGroup>(t.count, ({ entries }) => entries.length),
  moneyColumn<CorrectionGroup>(t.income, ({ incomeFen }) => incomeFen),
  moneyColumn<CorrectionGroup>(t.tax, ({ taxFen }) => taxFen),
  textColumn<CorrectionGroup>(t.current, 30, ({ belowZero }) => currentChoice(belowZero)),
  textColumn<CorrectionGroup>(t.amended, 72, ({ month }) => amendedChoice(month)),
]

const isOpen = ({ filing }: CorrectionGroup) => filing === undefined

/** Which sheets belong to which way, month by month. */
export function choiceSheet(groups: readonly CorrectionGroup[]): BookSheet<WritingRow> {
  return bookSheet(CHOICE_SHEETS.overview, COLUMNS, atOnce(Promise.resolve(groups.filter(isOpen))))
}

type Old = Period & { readonly tables: TaxTables }

/** Of each old month that waits for a choice: its declaration as it would be filed again, and the people concerned. */
export async function* openSheets(
  tx: Tx,
  cipher: Cipher,
  input: Old,
  groups: readonly CorrectionGroup[],
  declarationOf: (sheetName: string, old: Old) => BookSheet<WritingRow>,
): AsyncGenerator<BookSheet<WritingRow>> {
  const { providerId, month: bookedIn, tables } = input
  for (const { month, entries: corrections } of groups.filter(isOpen)) {
    const found = await findPeriod(tx, providerId, month)
    if (found === undefined) throw new Error(`a month without a period is corrected: ${month}`)
    const old = { taxId: found.taxId, providerId, month, tables }
    yield declarationOf(CHOICE_SHEETS.amended(month), old)
    yield comparisonSheet(CHOICE_SHEETS.compared(month), tx, cipher, { old, bookedIn, corrections, tables })
  }
}
