// Reads a sheet from its file to packed rows, or looks it through for the person to be asked; it runs inside the worker thread.

import { amountUnit } from '@paywages/domain/payouts/amount-units.ts'
import { titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import type { SheetLayout } from '@paywages/domain/payouts/sheet-layout.ts'
import {
  canBeSettled,
  openFields,
  paysPeople,
  proposeColumns,
} from '@paywages/domain/payouts/sheet-survey.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import { type ChosenColumns, ChosenHeading } from './chosen-heading.ts'
import { HeadingSearch } from './heading-search.ts'
import { HeadingWatch } from './heading-watch.ts'
import { inspectSheet } from './preflight.ts'
import type { PackedRows } from './row-packing.ts'
import { type BookSheet, openBook } from './sheet-book.ts'
import { SHEET_PLANS, type SheetKind } from './sheet-kinds.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { questionOf, type SheetQuestion } from './sheet-question.ts'
import { SheetRefused } from './sheet-refused.ts'
import { SheetRows } from './sheet-rows.ts'
import type { SheetSummary } from './sheet-summary.ts'
import { SurveyRows } from './survey-rows.ts'

export type SheetRequest = {
  readonly file: SealedCopy
  readonly fileName: string
  readonly kind: SheetKind
  /** To be looked through for a question, not to be read. */
  readonly looksThrough?: boolean
  readonly limits: SheetLimits
  /** Which sheet, where a person has said so. */
  readonly sheetName?: string | undefined
  readonly columns?: ChosenColumns | undefined
  readonly layouts?: readonly SheetLayout[]
  /** Whether it matters that amounts are what is paid or what arrives. */
  readonly netMayDiffer?: boolean
  /** "YYYY-MM" of today, for a title that names a month without its year. */
  readonly thisMonth?: string | undefined
}

/** Returns what there is to tell of the sheet as a whole. */
export function parseSheet(request: SheetRequest, out: PackedRows): Promise<SheetSummary> {
  return withBook(request, out, async (sheets) => {
    const sheet = await chooseSheet(sheets, request)
    try {
      const summary = await readRows(sheet, request, out)
      // A heading over an empty column: another column may hold what it says.
      const asked =
        summary.blank.length > 0 && asks(request) ? await askable(sheets, sheet, request) : undefined
      if (asked !== undefined) throw asked
      return summary
    } catch (error) {
      if (!(error instanceof SheetRefused) || !isOpen(error, request)) throw error
      throw (await askable(sheets, sheet, request, error)) ?? error
    }
  })
}

/** What a person is to be asked about the sheet's columns. */
export function surveySheet(request: SheetRequest, out: PackedRows): Promise<SheetQuestion> {
  return withBook(request, out, async (sheets) => {
    const paying = await payingSheets(sheets, request)
    const named = sheets.find(({ name }) => name === request.sheetName) ?? paying[0]
    const tried = named ? [named] : sheets.filter(({ isVisible }) => isVisible)
    for (const sheet of tried) {
      const survey = await lookThrough(sheet, request)
      if (survey !== undefined) return questionOf(sheet.name, sheets, survey, request.thisMonth)
    }
    throw new SheetRefused('sheet-no-header')
  })
}

async function withBook<T>(
  { file, fileName, limits }: SheetRequest,
  out: PackedRows,
  work: (sheets: readonly BookSheet[]) => Promise<T>,
): Promise<T> {
  const inspected = await inspectSheet(file, fileName, limits)
  try {
    return await work(await openBook(inspected, limits, out))
  } finally {
    if (inspected.kind === 'xlsx') await inspected.zip.close()
  }
}

async function readRows(sheet: BookSheet, request: SheetRequest, out: PackedRows): Promise<SheetSummary> {
  const { kind, limits, columns, layouts = [], netMayDiffer = false, thisMonth } = request
  const plan = SHEET_PLANS[kind]
  const named = { sheetName: sheet.name, thisMonth }
  const search = columns
    ? new ChosenHeading(columns, named)
    : new HeadingSearch(plan, { layouts, netMayDiffer, thisMonth })
  const rows = new SheetRows(out.packer, plan, limits, search)
  rows.tab = sheet.name
  await sheet.walk(rows)
  return { ...rows.end(), sheetName: sheet.name }
}

const OPEN = new Set([
  'sheet-no-header',
  'sheet-missing-columns',
  'sheet-duplicate-columns',
  'sheet-columns-unclear',
])

/** Whether a person could settle what the sheet was refused for. */
function isOpen({ code, detail }: SheetRefused, request: SheetRequest): boolean {
  const isUnit = code === 'sheet-amount-unit' && amountUnit(String(detail.unit)) !== undefined
  return asks(request) && (isUnit || OPEN.has(code))
}

function asks({ kind, columns }: SheetRequest): boolean {
  return SHEET_PLANS[kind].asks === true && columns === undefined
}

async function askable(
  sheets: readonly BookSheet[],
  tried: BookSheet,
  request: SheetRequest,
  refused?: SheetRefused,
): Promise<SheetRefused | undefined> {
  const others = sheets.filter((sheet) => sheet !== tried && sheet.isVisible)
  for (const sheet of [tried, ...others]) {
    const survey = await lookThrough(sheet, request)
    if (survey === undefined) continue
    const columns = proposeColumns(survey.columns)
    if (!canBeSettled(columns, survey.titleMonth)) continue
    return new SheetRefused('sheet-columns-unclear', {
      sheet: sheet.name,
      columns: titlesOf(openFields(columns)) || (refused?.detail.columns ?? titlesOf(['amount'])),
    })
  }
  return undefined
}

async function lookThrough(sheet: BookSheet, { thisMonth }: SheetRequest, mostRows?: number) {
  const rows = new SurveyRows({ sheetName: sheet.name, thisMonth }, mostRows)
  await sheet.walk(rows)
  return rows.end()
}

/** The sheet that pays people; of several a person says which. A file without one is read as before, from its first. */
async function chooseSheet(sheets: readonly BookSheet[], request: SheetRequest): Promise<BookSheet> {
  const first = sheets.find(({ isVisible }) => isVisible)
  if (first === undefined) throw new SheetRefused('sheet-empty')
  const named = request.columns?.sheetName ?? request.sheetName
  if (named !== undefined) return sheets.find(({ name }) => name === named) ?? first
  if (sheets.length === 1) return first
  const paying = await payingSheets(sheets, request)
  const [only, another] = paying.filter((sheet) => sheet !== first || SHEET_PLANS[request.kind].asks)
  const second = paying.find((sheet) => sheet !== first)
  if (second && (another || !SHEET_PLANS[request.kind].asks || !second.isVisible))
    throw new SheetRefused('sheet-second-payout-sheet', { sheet: second.name })
  return only ?? first
}

async function payingSheets(
  sheets: readonly BookSheet[],
  request: SheetRequest,
): Promise<readonly BookSheet[]> {
  const paying: BookSheet[] = []
  for (const sheet of sheets) if (await isPaying(sheet, request)) paying.push(sheet)
  return paying
}

/** Enough rows to tell whether a sheet pays people. */
const WATCHED_ROWS = 300

/** By what it holds where a person can be asked: headings that nobody knows must not drop a sheet, nor empty ones add one. */
async function isPaying(sheet: BookSheet, request: SheetRequest): Promise<boolean> {
  const plan = SHEET_PLANS[request.kind]
  if (plan.asks) {
    const survey = await lookThrough(sheet, request, WATCHED_ROWS)
    return survey !== undefined && paysPeople(survey.columns)
  }
  const watch = new HeadingWatch(plan)
  await sheet.walk(watch)
  return watch.isFound
}
