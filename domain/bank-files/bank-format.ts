// A bank's payment file as data: what kind of file it is, which columns stand in it, and what it cannot say (ADR 80).

import type { Encoding } from './encoding.ts'
import type { ResultMapping } from './result-mapping.ts'

/** How the file is put together. */
export const CONTAINERS = ['xlsx', 'xls', 'csv', 'fixed', 'pain.001'] as const
export type Container = (typeof CONTAINERS)[number]

/** What a column says of a payment. */
export const FIELDS = [
  'position',
  'reference',
  'cardNo',
  'name',
  'amount',
  'amountFen',
  'bankName',
  'cnaps',
  'purpose',
  'constant',
] as const
export type Field = (typeof FIELDS)[number]

/** How a fixed width is filled. */
export const PADS = ['left-zero', 'left-blank', 'right-blank'] as const

export type FormatColumn = {
  readonly heading: string
  readonly field: Field
  /** Of a constant. */
  readonly text?: string
  /** The most it may hold: bytes in the file's encoding; a fixed-width file has exactly so many. */
  readonly width?: number
  /** How a fixed width is filled; texts end with blanks, numbers begin with zeros, unless it says otherwise. */
  readonly pad?: (typeof PADS)[number]
  /** A row without it cannot be expressed. */
  readonly required?: boolean
}

/** How many rows there are, what they come to, and the day of the start. */
export const TOTALS = ['count', 'sum', 'sumFen', 'day'] as const
export type TotalsLine = readonly ((typeof TOTALS)[number] | { readonly text: string })[]

export type BankFormat = {
  readonly key: string
  /** A version never changes once it was shipped; batches name the one they were started on. */
  readonly version: number
  readonly effectiveFrom: string
  readonly name: string
  readonly container: Container
  readonly encoding: Encoding
  readonly columns: readonly FormatColumn[]
  readonly hasHeading: boolean
  readonly totals?: TotalsLine
  /** Bytes of each part of a fixed-width file's totals; without it they are parted by a bar. */
  readonly totalsWidths?: readonly number[]
  /** Above everything unless it says otherwise. */
  readonly totalsAt?: 'first' | 'last'
  /** Lines that the bank's template has above the headings, as they are. */
  readonly lead?: readonly (readonly string[])[]
  /** Between the fields of a .csv. */
  readonly separator?: string
  readonly rowsPerFile: number
  readonly purpose: string
  /** With the tokens of split-files.ts; without it a file is named by its batch. */
  readonly fileName?: string
  /** The names of the bank itself, where its own cards and others' go into separate files. */
  readonly ownBank?: readonly string[]
  /** How the bank writes its result file; without it the usual headings and words count. */
  readonly results?: ResultMapping
  /** Made from what is published of the bank's template, never tried against it. */
  readonly unproven?: boolean
}

/** What people make and change of a format; key, version and day are given to it. */
export type FormatDraft = Omit<BankFormat, 'key' | 'version' | 'effectiveFrom' | 'unproven'>

/** One payment as a file says it. */
export type PaymentRow = {
  readonly rowNumber: number
  readonly reference: string
  readonly cardNo: string
  readonly name: string
  readonly bankName: string
  readonly cnaps: string
  readonly amountFen: bigint
}

/** Whether the operator's table of codes is asked: a message names banks by their codes where it can. */
export const namesCodes = ({ container, columns }: Pick<BankFormat, 'container' | 'columns'>): boolean =>
  container === 'pain.001' || columns.some(({ field }) => field === 'cnaps')

/** Tables of cells; the others are texts. */
export const isWorkbook = (container: Container): boolean => container === 'xlsx' || container === 'xls'

export const EXTENSIONS: Readonly<Record<Container, string>> = {
  xlsx: 'xlsx',
  xls: 'xls',
  csv: 'csv',
  fixed: 'txt',
  'pain.001': 'xml',
}
