// What is shown of a real batch: enough to judge the format, nothing that pays anybody.

import { expect, it } from 'vitest'
import type { BankFormat, PaymentRow } from './bank-format.ts'
import { previewBatch } from './preview-batch.ts'

const row = (rowNumber: number, over: Partial<PaymentRow> = {}): PaymentRow => ({
  rowNumber,
  reference: `PW202611170001R${rowNumber}X0123456789ab`,
  cardNo: `622202000000000${1000 + rowNumber}`,
  name: '张三丰',
  bankName: '招商银行',
  cnaps: '',
  amountFen: 100n,
  ...over,
})
const FORMAT: BankFormat = {
  key: '',
  version: 1,
  effectiveFrom: '',
  name: '某银行',
  container: 'csv',
  encoding: 'gbk',
  columns: [
    { heading: '序号', field: 'position' },
    { heading: '账号', field: 'cardNo', required: true },
    { heading: '户名', field: 'name', required: true },
    { heading: '金额', field: 'amount', required: true },
  ],
  hasHeading: true,
  lead: [['代发表']],
  totals: ['count', 'sum'],
  totalsAt: 'last',
  rowsPerFile: 8,
  purpose: '',
}
const shownOf = (rows: readonly PaymentRow[], over: Partial<BankFormat> = {}) =>
  previewBatch({ ...FORMAT, ...over }, '202611170001', rows, '2026-11-17')

it('shows the first rows masked, between the lines and totals of the whole file', () =>
  expect(shownOf(Array.from({ length: 10 }, (_, index) => row(index + 1)))).toEqual({
    lines: [
      ['代发表'],
      ['序号', '账号', '户名', '金额'],
      ...[1, 2, 3, 4, 5].map((at) => [String(at), `622202******${1000 + at}`, '张**', '1.00']),
      ['8', '8.00'],
    ],
    fileName: 'PW202611170001-F1.csv',
    fileCount: 2,
    faults: [],
  }))

it('names the rows that cannot be written, and shows the others', () => {
  const { lines, faults } = shownOf([row(1, { name: '张㐂' }), row(2)])
  expect([faults.map(({ rowNumber, fault }) => [rowNumber, fault]), lines[2]?.[2], lines[3]]).toEqual([
    [[1, 'character']],
    '张**',
    ['1', '1.00'],
  ])
})

it('shows no line where no row can be written', () =>
  expect(shownOf([row(1, { cardNo: '' })])).toMatchObject({
    lines: [],
    fileCount: 0,
    faults: [{ fault: 'missing' }],
  }))

it('shows totals above where the format has them there', () =>
  expect(shownOf([row(1)], { totalsAt: 'first' }).lines[0]).toEqual(['1', '1.00']))
