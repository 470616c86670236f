// Into which files the rows of a batch go: own bank and others apart where the bank wants it, so many rows a file.

import { type BankFormat, EXTENSIONS, type PaymentRow } from './bank-format.ts'

export type FileGroup = 'all' | 'own' | 'other'

export type FilePart = {
  readonly group: FileGroup
  /** From 1, within its group. */
  readonly part: number
  readonly name: string
  readonly rows: readonly PaymentRow[]
  readonly sumFen: bigint
}

export const GROUP_LETTERS: Readonly<Record<FileGroup, string>> = { all: 'F', own: 'B', other: 'K' }
const GROUP_WORDS: Readonly<Record<FileGroup, string>> = { all: '', own: '本行', other: '跨行' }

/** What a file's name may be made of. */
export const NAME_TOKENS = ['{批次号}', '{序号}', '{本跨行}', '{日期}'] as const

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

const isOwn = (format: BankFormat, row: PaymentRow): boolean =>
  format.ownBank?.some((bank) => row.bankName.includes(bank)) ?? false

/** In the order of the rows; the same batch is split the same way whenever it is. */
export function splitFiles(
  format: BankFormat,
  batchNo: string,
  rows: readonly PaymentRow[],
  day = '',
): FilePart[] {
  const groups: readonly FileGroup[] = format.ownBank === undefined ? ['all'] : ['own', 'other']
  return groups.flatMap((group) => {
    const own = group === 'all' ? rows : rows.filter((row) => isOwn(format, row) === (group === 'own'))
    const parts: FilePart[] = []
    for (let from = 0; from < own.length; from += format.rowsPerFile) {
      const some = own.slice(from, from + format.rowsPerFile)
      const part = parts.length + 1
      parts.push({
        group,
        part,
        name: fileNameOf(format, { batchNo, group, part, day }),
        rows: some,
        sumFen: some.reduce((sum, { amountFen }) => sum + amountFen, 0n),
      })
    }
    return parts
  })
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
