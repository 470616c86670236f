// Every reason for which a row of an adjustment sheet is refused, and what a good one becomes.

import { describe, expect, it } from 'vitest'
import { idCardCheckCharacter } from '../../identity/id-card.ts'
import { MAX_ADJUSTMENT_FEN } from './adjustment-item.ts'
import { type AdjustmentRecords, type AdjustmentRow, validateAdjustmentRows } from './adjustment-rows.ts'

const ID = `33010219900101001${idCardCheckCharacter('33010219900101001')}`
const STRANGER = `33010219900101002${idCardCheckCharacter('33010219900101002')}`
const row = (over: Partial<AdjustmentRow> = {}): AdjustmentRow => ({
  rowNumber: 2,
  name: '王小禾',
  idCardNo: ID,
  month: '2026-10',
  item: '免税收入',
  amount: '2000',
  remark: '见义勇为奖金',
  ...over,
})
const records: AdjustmentRecords = {
  now: { month: '2026-11', lastClosed: '2026-09' },
  itemOf: (words) => (words === '免税收入' ? 'exempt-income' : undefined),
  personOf: (idCardNo) => (idCardNo === ID ? { userId: 7, name: '王小禾' } : undefined),
  isEntered: ({ amountFen }) => amountFen === 999n,
}
const reasonsOf = (over: Partial<AdjustmentRow>) =>
  validateAdjustmentRows([row(over)], records).bad.flatMap(({ reasons }) => reasons)

it('gives what a good row enters', () => {
  expect(validateAdjustmentRows([row({ amount: '-0.5' })], records)).toEqual({
    good: [{ userId: 7, month: '2026-10', item: 'exempt-income', amountFen: -50n, reason: '见义勇为奖金' }],
    bad: [],
  })
})

describe('one row alone', () => {
  it.each<[string, Partial<AdjustmentRow>, string[]]>([
    ['a valid row', {}, []],
    ['a closed month of the year', { month: '2026-08' }, []],
    ['no name', { name: '' }, ['name-missing']],
    ['another name', { name: '王大禾' }, ['name-differs']],
    ['a wrong ID number', { idCardNo: '330102199001010011' }, ['id-wrong']],
    ['an ID number that Excel cut', { idCardNo: '3.3E+17', damaged: ['idCardNo'] }, ['id-damaged']],
    ['a stranger', { idCardNo: STRANGER }, ['person-unknown']],
    ['no month', { month: '2026-13' }, ['month-wrong']],
    ['a month to come', { month: '2026-12' }, ['adjustment-month-ahead']],
    ['a year that is over', { month: '2024-12' }, ['adjustment-year-over']],
    ['an unknown item', { item: '奖金' }, ['item-wrong']],
    ['nothing', { amount: '0' }, ['amount-wrong']],
    ['three decimals', { amount: '1.005' }, ['amount-wrong']],
    ['the largest amount', { amount: String(Number(MAX_ADJUSTMENT_FEN) / 100) }, []],
    ['one fen more', { amount: String(Number(MAX_ADJUSTMENT_FEN + 1n) / 100) }, ['amount-wrong']],
    ['a reason of one character', { remark: '捐' }, ['reason-wrong']],
    ['a reason of 100', { remark: '捐'.repeat(100) }, []],
    ['a reason of 101', { remark: '捐'.repeat(101) }, ['reason-wrong']],
    ['entered before', { amount: '9.99' }, ['duplicate-entry']],
    ['several at once', { name: '', item: '', amount: '' }, ['name-missing', 'item-wrong', 'amount-wrong']],
  ])('%s', (_, over, reasons) => expect(reasonsOf(over)).toEqual(reasons))
})

it('names the row above that a row repeats, and takes what differs in anything', () => {
  const rows = [row(), row({ rowNumber: 3 }), row({ rowNumber: 4, remark: '另一笔奖金' })]
  const { good, bad } = validateAdjustmentRows(rows, records)
  expect(good).toHaveLength(2)
  expect(bad).toMatchObject([{ row: { rowNumber: 3 }, reasons: ['duplicate-row'], sameAs: 2 }])
})
