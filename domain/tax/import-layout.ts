// Reads an import layout of the tax client from its JSON: dated data, refused with the name of the column that is wrong.

import { type Day, isDay } from '../calendar/shanghai.ts'
import {
  COLUMN_FORMATS,
  type ColumnFormat,
  fieldRule,
  formatsOf,
  isLayoutKind,
  isRepeatable,
  type LayoutField,
  type LayoutKind,
  neededFields,
} from './layout-fields.ts'

export type LayoutColumn = {
  readonly heading: string
  readonly field: LayoutField
  readonly format: ColumnFormat
  /** Whether the client refuses a row without it: such a row is left out, and named. */
  readonly required: boolean
  /** Of fields that hold the layout's own words. */
  readonly value: string
}

export type ImportLayout = {
  readonly kind: LayoutKind
  readonly name: string
  /** In force for months that end on this day or later. */
  readonly effectiveFrom: Day
  readonly format: 'xlsx' | 'csv'
  readonly sheetName: string
  /** A second sheet with what was left out and what ties; the client reads the first. Empty where there is none. */
  readonly notesSheet: string
  /** Rows above the headings. */
  readonly leadingRows: readonly (readonly string[])[]
  readonly columns: readonly LayoutColumn[]
}

/** What is wrong, and with what: a column's heading, the name of a setting, or another file. */
export type LayoutProblem = {
  readonly code:
    | 'unreadable'
    | 'not-json'
    | 'unknown-setting'
    | 'wrong-setting'
    | 'unknown-column-setting'
    | 'wrong-column-setting'
    | 'double-heading'
    | 'unknown-field'
    | 'double-field'
    | 'wrong-format'
    | 'missing-value'
    | 'needless-value'
    | 'missing-column'
    | 'two-for-one-day'
  readonly name: string
  /** The field, setting or format that is meant, where the name alone does not tell. */
  readonly what?: string
  /** Where it is known: other kinds are not touched. */
  readonly kind?: LayoutKind
  /** Where it is known: months that end before it are not touched. */
  readonly effectiveFrom?: Day
}

export type ReadLayout = { readonly layout: ImportLayout } | { readonly problem: LayoutProblem }

class Wrong extends Error {
  readonly problem: LayoutProblem

  constructor(problem: LayoutProblem) {
    super(problem.code)
    this.problem = problem
  }
}

const SETTINGS = [
  'kind',
  'name',
  'effectiveFrom',
  'format',
  'sheetName',
  'notesSheet',
  'leadingRows',
  'columns',
  'source',
]
const COLUMN_SETTINGS = ['heading', 'field', 'format', 'required', 'value']
const MAX_COLUMNS = 200
const MAX_LEADING_ROWS = 20
const MAX_TEXT = 200

export function readLayout(json: string): ReadLayout {
  let known: Pick<LayoutProblem, 'kind' | 'effectiveFrom'> = {}
  try {
    const given = parsed(json)
    if (isLayoutKind(given.kind)) known = { kind: given.kind }
    if (isDayText(given.effectiveFrom)) known = { ...known, effectiveFrom: given.effectiveFrom }
    return { layout: layoutOf(given) }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { problem: { ...error.problem, ...known } }
  }
}

type Given = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(json: string): Given {
  let value: unknown
  try {
    // Editors on Windows put a mark in front.
    value = JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Wrong({ code: 'not-json', name: error instanceof Error ? error.message : '' })
  }
  if (!isObject(value)) throw new Wrong({ code: 'not-json', name: '' })
  return value
}

const wrongSetting = (name: string) => new Wrong({ code: 'wrong-setting', name })

function layoutOf(given: Given): ImportLayout {
  const unknown = Object.keys(given).find((name) => !SETTINGS.includes(name))
  if (unknown !== undefined) throw new Wrong({ code: 'unknown-setting', name: unknown })
  const { kind, effectiveFrom, format = 'xlsx', leadingRows = [] } = given
  if (!isLayoutKind(kind)) throw wrongSetting('kind')
  if (!isDayText(effectiveFrom)) throw wrongSetting('effectiveFrom')
  if (format !== 'xlsx' && format !== 'csv') throw wrongSetting('format')
  if (!isRows(leadingRows)) throw wrongSetting('leadingRows')
  const notesSheet = given.notesSheet === undefined ? '' : textOf(given, 'notesSheet')
  const sheetName = textOf(given, 'sheetName')
  // A file of comma-separated values has one sheet, and a book two different ones.
  if (notesSheet !== '' && (format === 'csv' || notesSheet === sheetName)) throw wrongSetting('notesSheet')
  if (given.source !== undefined) textOf(given, 'source')
  const columns = columnsOf(kind, given.columns)
  return {
    kind,
    name: textOf(given, 'name'),
    effectiveFrom,
    format,
    sheetName,
    notesSheet,
    leadingRows,
    columns,
  }
}

const isDayText = (value: unknown): value is Day => typeof value === 'string' && isDay(value)

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT

function textOf(given: Given, name: string): string {
  const value = given[name]
  if (!isText(value)) throw wrongSetting(name)
  return value.trim()
}

function isRows(value: unknown): value is readonly (readonly string[])[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_LEADING_ROWS &&
    value.every(
      (row) =>
        Array.isArray(row) && row.length <= MAX_COLUMNS && row.every((cell) => typeof cell === 'string'),
    )
  )
}

function columnsOf(kind: LayoutKind, given: unknown): LayoutColumn[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_COLUMNS) throw wrongSetting('columns')
  const columns = given.map((column: unknown, index) => columnOf(kind, column, index + 1))
  const headings = new Set<string>()
  const fields = new Set<string>()
  for (const { heading, field } of columns) {
    if (headings.has(heading)) throw new Wrong({ code: 'double-heading', name: heading })
    if (fields.has(field) && !isRepeatable(field))
      throw new Wrong({ code: 'double-field', name: heading, what: field })
    headings.add(heading)
    fields.add(field)
  }
  const missing = neededFields(kind).find(({ field }) => !fields.has(field))
  if (missing) throw new Wrong({ code: 'missing-column', name: missing.heading, what: missing.field })
  return columns
}

function columnOf(kind: LayoutKind, given: unknown, place: number): LayoutColumn {
  if (!isObject(given) || !isText(given.heading))
    throw new Wrong({ code: 'wrong-column-setting', name: String(place), what: 'heading' })
  const heading = given.heading.trim()
  const unknown = Object.keys(given).find((name) => !COLUMN_SETTINGS.includes(name))
  if (unknown !== undefined) throw new Wrong({ code: 'unknown-column-setting', name: heading, what: unknown })
  const { field, required = false, value } = given
  const rule = typeof field === 'string' ? fieldRule(kind, field) : undefined
  if (rule === undefined)
    throw new Wrong({ code: 'unknown-field', name: heading, what: typeof field === 'string' ? field : '' })
  if (typeof required !== 'boolean')
    throw new Wrong({ code: 'wrong-column-setting', name: heading, what: 'required' })
  const [usual] = formatsOf(rule)
  const format = COLUMN_FORMATS.find((one) => one === (given.format ?? usual))
  if (format === undefined || !formatsOf(rule).includes(format))
    throw new Wrong({ code: 'wrong-format', name: heading, what: String(given.format) })
  if (rule.holds === 'words' && !isText(value)) throw new Wrong({ code: 'missing-value', name: heading })
  if (rule.holds !== 'words' && value !== undefined)
    throw new Wrong({ code: 'needless-value', name: heading })
  return {
    heading,
    field: field as LayoutField,
    format,
    required,
    value: typeof value === 'string' ? value.trim() : '',
  }
}
