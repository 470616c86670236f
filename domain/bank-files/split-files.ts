// Into which files the rows of a batch go: own bank and others apart where the bank wants it, so many rows a file.

import { type BankFormat, EXTENSIONS, type PaymentRow } from './bank-format.ts'

export type FileGroup = 'all' | 'own' | 'other'

type Part = {
  readonly group: FileGroup
  /** From 1, within its group. */
  readonly part: number
  readonly name: string
  readonly sumFen: bigint
}
export type FilePart = Part & { readonly rows: readonly PaymentRow[] }
/** With the places of its rows among those of the batch, from 0. */
export type PlacedPart = Part & { readonly places: readonly number[] }

/** What is asked of each row: a hundred thousand of them need not be objects. */
export type RowsToSplit = {
  readonly count: number
  bankNameAt(place: number): string
  amountFenAt(place: number): bigint
}

export const GROUP_LETTERS: Readonly<Record<FileGroup, string>> = { all: 'F', own: 'B', other: 'K' }
const GROUP_WORDS: Readonly<Record<FileGroup, string>> = { all: '', own: '本行', other: '跨行' }

type FileIdentity = {
  readonly batchNo: string
  readonly group: FileGroup
  readonly part: number
  readonly day: string
}

/** As the bank wants it, else by batch, group and part. */
export function fileNameOf(format: BankFormat, { batchNo, group, part, day }: FileIdentity): string {
  const name =
    format.fileName
      ?.replaceAll('{批次号}', batchNo)
      .replaceAll('{序号}', String(part).padStart(2, '0'))
      .replaceAll('{本跨行}', GROUP_WORDS[group])
      .replaceAll('{日期}', day.replaceAll('-', '')) ?? `PW${batchNo}-${GROUP_LETTERS[group]}${part}`
  return `${name}.${EXTENSIONS[format.container]}`
}

const isOwn = (format: BankFormat, bankName: string): boolean =>
  format.ownBank?.some((bank) => bankName.includes(bank)) ?? false

/** In the order of the rows; the same batch is split the same way whenever it is. */
export function splitPlaces(format: BankFormat, batchNo: string, rows: RowsToSplit, day = ''): PlacedPart[] {
  const groups: readonly FileGroup[] = format.ownBank === undefined ? ['all'] : ['own', 'other']
  const all = Array.from({ length: rows.count }, (_, place) => place)
  return groups.flatMap((group) => {
    const own =
      group === 'all'
        ? all
        : all.filter((place) => isOwn(format, rows.bankNameAt(place)) === (group === 'own'))
    const parts: PlacedPart[] = []
    for (let from = 0; from < own.length; from += format.rowsPerFile) {
      const places = own.slice(from, from + format.rowsPerFile)
      const part = parts.length + 1
      parts.push({
        group,
        part,
        name: fileNameOf(format, { batchNo, group, part, day }),
        places,
        sumFen: places.reduce((sum, place) => sum + rows.amountFenAt(place), 0n),
      })
    }
    return parts
  })
}

/** The same of rows at hand. */
export function splitFiles(
  format: BankFormat,
  batchNo: string,
  rows: readonly PaymentRow[],
  day = '',
): FilePart[] {
  const rowAt = (place: number) => rows[place] as PaymentRow
  const asked: RowsToSplit = {
    count: rows.length,
    bankNameAt: (place) => rowAt(place).bankName,
    amountFenAt: (place) => rowAt(place).amountFen,
  }
  return splitPlaces(format, batchNo, asked, day).map(({ places, ...part }) => ({
    ...part,
    rows: places.map(rowAt),
  }))
}

/** How many files there would be, from the banks' names alone. */
export function countFiles(format: BankFormat, rows: readonly Pick<PaymentRow, 'bankName'>[]): number {
  const { ownBank, rowsPerFile } = format
  const own =
    ownBank === undefined
      ? rows.length
      : rows.filter(({ bankName }) => ownBank.some((bank) => bankName.includes(bank))).length
  return Math.ceil(own / rowsPerFile) + Math.ceil((rows.length - own) / rowsPerFile)
}
