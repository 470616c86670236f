// Fills the downloaded template as a person with Excel would.

import { read, utils, write } from '@e965/xlsx'

export type SheetLine = readonly [
  name: string,
  idCardNo: string,
  phone: string,
  bank: string,
  cardNo: string,
  amount: string,
  month: string,
  remark: string,
]

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** An ID number with a right checksum, of a region that no place has; no two of neighbouring sequences follow one another. */
export function idCardNo(birth: string, sequence: number): string {
  const first = `119905${birth}${String((sequence * 7) % 1_000).padStart(3, '0')}`
  const sum = [...first].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index] ?? 0), 0)
  return first + '10X98765432'[sum % 11]
}

/** This month in Shanghai, as the sheet writes it. */
export function thisMonth(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
}

export function fillTemplate(template: Buffer, lines: readonly (readonly string[])[]): Buffer {
  const book = read(template)
  const [first = ''] = book.SheetNames
  const sheet = book.Sheets[first]
  if (!sheet) throw new Error('the template has no sheet')
  const cells = lines.map((line) => line.map((text) => ({ t: 's', v: text, z: '@' })))
  utils.sheet_add_aoa(sheet, cells, { origin: 'A2' })
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}
