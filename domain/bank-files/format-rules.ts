// What a format must have before anybody may use it: enough to pay and to match, nothing twice, nothing it cannot write (ADR 83).

import type { BankFormat, Field, FormatColumn, FormatDraft } from './bank-format.ts'
import { bytesIn } from './gbk.ts'
import { type RowFault, textFault } from './judge-rows.ts'
import { judgeMapping, RESULT_FAULTS, tidyMapping } from './result-mapping.ts'

export const FORMAT_FAULTS = [
  'container',
  'name',
  'columns-none',
  'columns-many',
  'heading-missing',
  'heading-twice',
  'field-twice',
  'card-missing',
  'payee-missing',
  'amount-missing',
  'amount-twice',
  'width-missing',
  'width-range',
  'width-short',
  'constant-missing',
  'purpose-missing',
  'text-character',
  'text-too-long',
  'text-separator',
  'text-formula',
  'separator',
  'rows',
  'file-name',
  'file-name-part',
  'file-name-batch',
  'file-name-group',
  'own-bank',
  'totals',
  'totals-widths',
  'lead',
  ...RESULT_FAULTS,
] as const

export type FormatFault = {
  readonly code: (typeof FORMAT_FAULTS)[number]
  /** The heading or text that it is about, and what it needs, where it is about one. */
  readonly at: string
  readonly detail: string
}

export const SEPARATORS = [',', '|', ';', '\t', '~', '^'] as const
export const MAX_COLUMNS = 60
export const MAX_FORMAT_NAME = 40
const MAX_HEADING = 60
const MAX_WIDTH = 500
const MAX_FILE_NAME = 60
const MAX_LINES = 10
/** What one sheet holds, with room for lines above and below. */
const MAX_ROWS: Readonly<Record<string, number>> = {
  xls: 60_000,
  xlsx: 100_000,
  csv: 100_000,
  fixed: 100_000,
}

/** The shortest column that holds what there always is of it. */
const MIN_WIDTHS: Partial<Readonly<Record<Field, number>>> = {
  cardNo: 19,
  name: 8,
  amount: 9,
  amountFen: 9,
  reference: 32,
  cnaps: 12,
}

/** Rows without these are named before a start, whatever the draft says. */
const ALWAYS = new Set<Field>(['cardNo', 'name', 'amount', 'amountFen', 'reference'])

type Typed<T> = { readonly [K in keyof T]: T[K] | undefined }
export type TypedColumn = Pick<FormatColumn, 'heading' | 'field'> &
  Partial<Typed<Pick<FormatColumn, 'text' | 'width' | 'pad' | 'required'>>>
/** As it comes from a form: what is left out may be there as undefined. */
export type TypedDraft = Omit<FormatDraft, 'columns' | Open> & {
  readonly columns: readonly TypedColumn[]
} & Partial<Typed<Pick<FormatDraft, Open>>>
type Open = 'totals' | 'totalsWidths' | 'totalsAt' | 'lead' | 'separator' | 'fileName' | 'ownBank' | 'results'

const columnOf = (
  { heading, field, text, width, pad, required }: TypedColumn,
  isFixed: boolean,
): FormatColumn => ({
  heading: heading.trim(),
  field,
  ...(field === 'constant' ? { text: text ?? '' } : {}),
  ...(width === undefined ? {} : { width }),
  ...(isFixed && pad !== undefined ? { pad } : {}),
  ...(ALWAYS.has(field) || required === true ? { required: true } : {}),
})

/** As it is kept and used. */
export function tidyDraft(typed: TypedDraft): FormatDraft {
  const { container, encoding, hasHeading, rowsPerFile, totals, totalsAt, lead, fileName, ownBank } = typed
  return {
    name: typed.name.trim(),
    container,
    encoding,
    columns: typed.columns.map((column) => columnOf(column, container === 'fixed')),
    hasHeading,
    ...(totals === undefined ? {} : { totals, totalsAt: totalsAt ?? 'first' }),
    ...(totals === undefined || container !== 'fixed' || typed.totalsWidths === undefined
      ? {}
      : { totalsWidths: typed.totalsWidths }),
    ...(lead === undefined || lead.length === 0 ? {} : { lead }),
    ...(container === 'csv' ? { separator: typed.separator ?? ',' } : {}),
    rowsPerFile,
    purpose: typed.purpose.trim(),
    ...(fileName === undefined || fileName === '' ? {} : { fileName }),
    ...(ownBank === undefined ? {} : { ownBank: ownBank.map((bank) => bank.trim()) }),
    ...(typed.results === undefined ? {} : { results: tidyMapping(typed.results) }),
  }
}

/** Every fault, in the order that people meet them; none where the format may be proposed. */
export function judgeFormat(draft: FormatDraft): FormatFault[] {
  const faults: FormatFault[] = []
  const add = (code: FormatFault['code'], at = '', detail = '') => faults.push({ code, at, detail })
  const { container, columns } = draft
  const most = MAX_ROWS[container]
  if (most === undefined) add('container')
  const name = draft.name.trim()
  if (name === '' || name.length > MAX_FORMAT_NAME) add('name')
  if (columns.length === 0) add('columns-none')
  if (columns.length > MAX_COLUMNS) add('columns-many', '', String(MAX_COLUMNS))
  faults.push(...columnFaults(draft))
  const fields = new Set(columns.map(({ field }) => field))
  if (!fields.has('cardNo')) add('card-missing')
  if (!fields.has('name')) add('payee-missing')
  if (!fields.has('amount') && !fields.has('amountFen')) add('amount-missing')
  if (fields.has('amount') && fields.has('amountFen')) add('amount-twice')
  if (container === 'csv' && !SEPARATORS.some((one) => one === (draft.separator ?? ','))) add('separator')
  const { rowsPerFile } = draft
  if (!Number.isInteger(rowsPerFile) || rowsPerFile < 1 || rowsPerFile > (most ?? 1))
    add('rows', '', String(most ?? 1))
  faults.push(...nameFaults(draft), ...lineFaults(draft))
  if (draft.results) for (const { code, at } of judgeMapping(draft.results)) add(code, at)
  return faults
}

function columnFaults(draft: FormatDraft): FormatFault[] {
  const headings = new Set<string>()
  const fields = new Set<Field>()
  return draft.columns.flatMap((column, index) => {
    const faults: FormatFault[] = []
    const at = column.heading.trim() || `第 ${index + 1} 列`
    const add = (code: FormatFault['code'], detail = '') => faults.push({ code, at, detail })
    const heading = column.heading.trim()
    if (heading === '' || heading.length > MAX_HEADING) add('heading-missing')
    else if (headings.has(heading)) add('heading-twice')
    headings.add(heading)
    if (column.field !== 'constant' && fields.has(column.field)) add('field-twice')
    fields.add(column.field)
    const width = widthFault(draft, column)
    if (width) add(...width)
    const words = [
      ...(draft.hasHeading ? [heading] : []),
      ...(column.field === 'constant' ? [column.text ?? ''] : []),
    ]
    for (const text of words) {
      const found = textFault(
        asFormat(draft),
        text === heading ? { heading, field: 'constant' } : column,
        text,
      )
      if (found) add(`text-${found.fault}` as FormatFault['code'], found.detail)
    }
    if (column.field === 'constant' && (column.text ?? '').trim() === '') add('constant-missing')
    if (column.field === 'purpose') {
      const found = textFault(asFormat(draft), { ...column, required: true }, draft.purpose)
      if (found?.fault === 'missing') add('purpose-missing')
      else if (found) add(`text-${found.fault}` as FormatFault['code'], found.detail)
    }
    return faults
  })
}

function widthFault(
  { container }: FormatDraft,
  { width, field }: FormatColumn,
): [FormatFault['code'], string] | undefined {
  if (width === undefined) return container === 'fixed' ? ['width-missing', ''] : undefined
  if (!Number.isInteger(width) || width < 1 || width > MAX_WIDTH) return ['width-range', String(MAX_WIDTH)]
  const least = MIN_WIDTHS[field] ?? 1
  return width < least ? ['width-short', String(least)] : undefined
}

/** No program and no bank takes these in a name. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cs}\p{Cf}]|^[.\s]|[.\s]$/u

function nameFaults({ fileName, ownBank }: FormatDraft): FormatFault[] {
  const faults: FormatFault[] = []
  const add = (code: FormatFault['code'], at = '') => faults.push({ code, at, detail: '' })
  if (fileName !== undefined) {
    const rest = fileName.replaceAll(/\{(批次号|序号|本跨行|日期)\}/g, '')
    if (fileName.length > MAX_FILE_NAME || FORBIDDEN.test(fileName) || /[{}]/.test(rest))
      add('file-name', fileName)
    // Two files of one name are taken for one another.
    if (!fileName.includes('{序号}')) add('file-name-part', fileName)
    if (!fileName.includes('{批次号}')) add('file-name-batch', fileName)
    if (ownBank !== undefined && !fileName.includes('{本跨行}')) add('file-name-group', fileName)
  }
  const isBad = (bank: string) => bank.trim().length < 2 || bank.length > 30
  if (ownBank !== undefined && (ownBank.length === 0 || ownBank.length > MAX_LINES || ownBank.some(isBad)))
    add('own-bank')
  return faults
}

/** No batch comes to more: twelve digits of fen, thirteen characters of yuan. */
const MIN_TOTALS = { count: 0, sum: 13, sumFen: 12, day: 8 } as const

/** One for each part, each as wide as what it always holds. */
function areWideEnough({ totals = [], totalsWidths, rowsPerFile, encoding }: FormatDraft): boolean {
  if (totalsWidths === undefined) return true
  const least = (part: (typeof totals)[number]) => {
    if (typeof part !== 'string') return bytesIn(encoding, part.text)
    return part === 'count' ? String(rowsPerFile).length : MIN_TOTALS[part]
  }
  const isWide = (width: number | undefined, part: (typeof totals)[number]) =>
    Number.isInteger(width) && (width ?? 0) >= least(part) && (width ?? 0) <= MAX_WIDTH
  return totalsWidths.length === totals.length && totals.every((part, at) => isWide(totalsWidths[at], part))
}

function lineFaults(draft: FormatDraft): FormatFault[] {
  const { totals, lead = [] } = draft
  const faults: FormatFault[] = []
  const texts = [
    ...(totals ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.text])),
    ...lead.flat(),
  ]
  if (totals !== undefined && (totals.length === 0 || totals.length > MAX_LINES))
    faults.push({ code: 'totals', at: '', detail: String(MAX_LINES) })
  if (lead.length > MAX_LINES || lead.some((line) => line.length > MAX_COLUMNS))
    faults.push({ code: 'lead', at: '', detail: String(MAX_LINES) })
  if (!areWideEnough(draft)) faults.push({ code: 'totals-widths', at: '', detail: '' })
  for (const text of texts) {
    const found = textFault(asFormat(draft), { heading: text, field: 'constant', width: MAX_WIDTH }, text)
    if (found) faults.push({ code: wordFault(found), at: text.slice(0, 20), detail: found.detail })
  }
  return faults
}

const wordFault = ({ fault }: Pick<RowFault, 'fault'>) => `text-${fault}` as FormatFault['code']

const asFormat = (draft: FormatDraft): BankFormat => ({ ...draft, key: '', version: 0, effectiveFrom: '' })
