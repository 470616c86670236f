// Workbooks written from the bytes that payments came as say what the same rows say laid out as texts, and never what their format cannot.

import XLSX from '@e965/xlsx'
import type { BankFormat, PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import { Inexpressible, layOutLines } from '@paywages/domain/bank-files/lay-out.ts'
import { SHIPPED_FORMATS } from '@paywages/domain/bank-files/shipped-formats.ts'
import { splitFiles, splitPlaces } from '@paywages/domain/bank-files/split-files.ts'
import { referenceEnds, referenceOf } from '@paywages/domain/transfers/reference.ts'
import { describe, expect, it } from 'vitest'
import { Payments, paymentsOfRows } from './payments.ts'
import { writeBankFile } from './write-file.ts'

const AT = new Date('2026-11-18T02:00:00Z')
const DAY = '2026-11-18'

const payment = (rowNumber: number, over: Partial<PaymentRow> = {}): PaymentRow => ({
  rowNumber,
  reference: `PW202611180001R${rowNumber}X0123456789ab`,
  cardNo: `62220212020000${String(rowNumber).padStart(5, '0')}`,
  name: '王小明',
  bankName: '中国工商银行',
  cnaps: '102100099996',
  amountFen: BigInt(rowNumber),
  ...over,
})

/** Names that a writer of bytes could get wrong, and amounts around every digit more. */
const NAMES = [
  '欧阳娜',
  '阿卜杜拉·买买提',
  'Anne-Marie O’Hara',
  'A & B <C> "D"',
  'x_x0041_y',
  '王 小明',
  '㐀〇',
]
const AMOUNTS = [1n, 9n, 10n, 99n, 100n, 101n, 99_999n, 100_000n, 123_456_789n, 9_007_199_254_740_993n]
const ROWS = [
  ...NAMES.map((name, index) => payment(index + 1, { name })),
  ...AMOUNTS.map((amountFen, index) => payment(NAMES.length + index + 1, { amountFen })),
  // More than are looked at before a column's texts are no longer shared.
  ...Array.from({ length: 600 }, (_, index) =>
    payment(100 + index, { bankName: index % 3 === 0 ? '招商银行' : '中国建设银行', name: `李${index}` }),
  ),
]

const shipped = (key: string): BankFormat => {
  const found = SHIPPED_FORMATS.find((one) => one.key === key)
  if (!found) throw new Error(key)
  return found
}
const general = shipped('general-xlsx')

async function written(format: BankFormat, rows: readonly PaymentRow[]): Promise<unknown[][]> {
  const payments = paymentsOfRows(rows)
  const places = rows.map((_, place) => place)
  const sumFen = rows.reduce((sum, { amountFen }) => sum + amountFen, 0n)
  const debtor = { name: '', accountNo: '', bankName: '' }
  const file = { format, messageId: 'M', debtor, at: AT, payments, places, sumFen }
  const book = XLSX.read((await writeBankFile(file)).bytes)
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
}

/** Lines of one file have one width in a workbook. */
const laidOut = (format: BankFormat, rows: readonly PaymentRow[]): string[][] => {
  const { lines } = layOutLines(format, rows, DAY)
  const width = Math.max(...lines.map(({ length }) => length))
  return lines.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? ''))
}

describe('a workbook', () => {
  it.each<[string, BankFormat]>([
    ['of the general format', general],
    [
      'with totals and lines of a template above its headings',
      { ...general, totals: ['count', 'sum', 'day'], lead: [['代发清单'], ['', '说明']] },
    ],
    ['with totals below', { ...general, totals: ['count', 'sumFen'], totalsAt: 'last' }],
    ['without headings', { ...general, hasHeading: false }],
    [
      'with every field',
      {
        ...general,
        columns: [
          ...general.columns,
          { heading: '分', field: 'amountFen' },
          { heading: '行号', field: 'cnaps' },
          { heading: '币种', field: 'constant', text: 'RMB' },
        ],
      },
    ],
  ])('%s says what the rows say as texts', async (_, format) => {
    expect(await written(format, ROWS)).toEqual(laidOut(format, ROWS))
  })

  it('in GBK too', async () => {
    const format: BankFormat = { ...general, encoding: 'gbk' }
    const rows = ROWS.filter(({ name }) => !name.includes('㐀') && !name.includes('’'))
    expect(await written(format, rows)).toEqual(laidOut(format, rows))
  })

  it.each<[string, Partial<BankFormat>, Partial<PaymentRow>]>([
    ['a name of a formula', {}, { name: '=1+1' }],
    ['a blank name', {}, { name: '　' }],
    ['a name with a sign that nobody sees', {}, { name: '王\u0007明' }],
    ['a name wider than its column', {}, { name: '王'.repeat(21) }],
    ['a card that is missing', {}, { cardNo: '' }],
    ['a character that GBK lacks', { encoding: 'gbk' }, { name: '𠮷野' }],
    ['a bank of a formula', {}, { bankName: '@bank' }],
    [
      'a reference wider than its column',
      { columns: [{ heading: '备注', field: 'reference', width: 10 }] },
      {},
    ],
  ])('is never written with %s', async (_, format, over) => {
    await expect(written({ ...general, ...format }, [payment(1), payment(7, over)])).rejects.toThrow(
      Inexpressible,
    )
  })
})

describe('payments kept as bytes', () => {
  it('are the rows that they were', () => {
    const payments = paymentsOfRows(ROWS)
    expect(ROWS.map((_, place) => payments.rowAt(place))).toEqual(ROWS)
  })

  it('have the reference that follows from batch and row, unless one was given', () => {
    const batch = { batchNo: '202611180001', mark: '0123456789ab' }
    const payments = new Payments({ ...referenceEnds(batch), given: new Map([[12, 'PW7R1Xffffffffffff']]) })
    for (const [rowId, rowNumber] of [
      [11, 1],
      [12, 2],
      [13, 100_000],
    ] as const)
      payments.add({ rowId, rowNumber, bankName: '', amountFen: 1n })
    const expected = [
      referenceOf({ ...batch, rowNumber: 1 }),
      'PW7R1Xffffffffffff',
      referenceOf({ ...batch, rowNumber: 100_000 }),
    ]
    expect([0, 1, 2].map((place) => payments.referenceAt(place))).toEqual(expected)
    const bytes = Buffer.alloc(64)
    expect(
      [0, 1, 2].map((place) => bytes.toString('utf8', 0, payments.writeReference(bytes, place))),
    ).toEqual(expected)
  })

  it('are split as rows at hand are', () => {
    const format: BankFormat = { ...general, rowsPerFile: 100, ownBank: ['招商银行'] }
    const placed = splitPlaces(format, '1', paymentsOfRows(ROWS), DAY)
    expect(
      placed.map(({ places, ...part }) => ({ ...part, rows: places.map((place) => ROWS[place]) })),
    ).toEqual(splitFiles(format, '1', ROWS, DAY))
  })
})
