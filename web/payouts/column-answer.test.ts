// The answer of the mapping dialog: nothing is said before the person has said it, and totals that differ keep it shut.

import type { AskedColumn, ColumnQuestion } from '@paywages/wire/payouts/layout-endpoints.ts'
import { expect, it } from 'vitest'
import {
  answerOf,
  draftOf,
  isLeftOut,
  openQuestions,
  withChoice,
  withField,
  withTitleMonth,
} from './column-answer.ts'

const FIELDS = ['name', 'idCardNo', 'phone', 'bank', 'cardNo', 'month'] as const

function column(at: number, heading: string, of: Partial<AskedColumn>): AskedColumn {
  const none = {
    field: null,
    contested: null,
    by: 'heading',
    percent: 100,
    sumFen: null,
    hidden: false,
    unit: null,
  } as const
  return { column: at, heading, samples: [], filled: 3, months: [], ...none, ...of }
}

function question(money: readonly [string, Partial<AskedColumn>][], netMayDiffer: boolean): ColumnQuestion {
  const known = FIELDS.map((field, at) => column(at, field, { field }))
  const amounts = money.map(([heading, of], at) => column(6 + at, heading, of))
  const total = { saidFen: 900, sumFen: 800, agrees: false }
  const skipped = [{ rowNumber: 5, kind: 'total' as const, label: '合计', total }]
  return {
    ...{
      sheetName: '',
      sheets: [''],
      headingRow: 1,
      rowCount: 3,
      key: 'k',
      titleMonth: null,
      layoutId: null,
      amountIs: null,
    },
    columns: [...known, ...amounts],
    trials: [{ column: 7, rowCount: 3, skipped, netFen: null, grossFen: null }],
    netMayDiffer,
  }
}

const contested = { contested: 'amount' } as const

it('asks which of two columns is paid, and for the one whose total differs that this is meant', () => {
  const asked = question(
    [
      ['应发金额', contested],
      ['实发金额', contested],
    ],
    true,
  )
  const draft = draftOf(asked)
  expect(answerOf(asked, draft)).toBeUndefined()
  const [open] = openQuestions(asked, draft)
  expect(open?.choices).toEqual([
    { column: 6, amountIs: 'gross' },
    { column: 7, amountIs: 'net' },
  ])
  const gross = withChoice(asked, draft, 'amount', { column: 6, amountIs: 'gross' })
  expect(answerOf(asked, gross)).toMatchObject({ fields: { amount: 6 }, amountIs: 'gross' })
  const net = withChoice(asked, gross, 'amount', { column: 7, amountIs: 'net' })
  expect(answerOf(asked, net)).toBeUndefined()
  expect(answerOf(asked, { ...net, confirmsTotals: true })).toMatchObject({
    fields: { amount: 7 },
    amountIs: 'net',
  })
})

it.each([
  ['绩效系数', undefined, true],
  ['发放比例', undefined, true],
  ['绩效系数', 'remark', false],
  ['提成比例', undefined, false],
  ['备注', undefined, false],
] as const)('says of the column %j as %j that it is left out: %j', (heading, field, isSaid) => {
  expect(isLeftOut(column(7, heading, {}), field)).toBe(isSaid)
})

it('asks what the amounts are only where tax is withheld and the word leaves it open', () => {
  const paid = { field: 'amount' } as const
  expect(draftOf(question([['结算金额', paid]], true)).amountIs).toBeUndefined()
  expect(draftOf(question([['金额', paid]], true)).amountIs).toBe('gross')
  expect(draftOf(question([['结算金额', paid]], false)).amountIs).toBe('gross')
})

it('takes the month of the title only when told so, from the title or from a column, and never remembers it', () => {
  const whole = question([['金额', { field: 'amount' }]], false)
  const columns = whole.columns.map((one) => (one.field === 'month' ? { ...one, field: null } : one))
  const asked = { ...whole, columns, trials: [], titleMonth: '2026-10' }
  const draft = draftOf(asked)
  expect(answerOf(asked, draft)).toBeUndefined()
  const taken = withTitleMonth(draft, '2026-10')
  expect(answerOf(asked, taken)).toMatchObject({ month: '2026-10', remember: false })
  const column = withField(asked, taken, 5, 'month')
  expect(answerOf(asked, column)).toMatchObject({ fields: { month: 5 }, remember: true })
  expect(answerOf(asked, column)?.month).toBeUndefined()
  expect(answerOf(asked, withTitleMonth(column, '2026-10'))?.fields.month).toBeUndefined()
})

it('confirms for each file what its months and its unit mean, and only of the columns that are chosen', () => {
  const inUnit = question([['金额（万元）', { field: 'amount', unit: '万元' }]], false)
  const months = [{ text: '9月', month: '2026-09' }]
  const columns = inUnit.columns.map((one) => (one.field === 'month' ? { ...one, months } : one))
  const asked = { ...inUnit, columns, trials: [] }
  const draft = draftOf(asked)
  expect(answerOf(asked, draft)).toBeUndefined()
  expect(answerOf(asked, { ...draft, confirmsMonths: true })).toBeUndefined()
  expect(answerOf(asked, { ...draft, confirmsUnit: true })).toBeUndefined()
  const both = { ...draft, confirmsMonths: true, confirmsUnit: true }
  expect(answerOf(asked, both)).toMatchObject({ months, unit: '万元', remember: true })
  // Another choice of the column is another question.
  expect(answerOf(asked, withField(asked, withField(asked, both, 6, undefined), 6, 'amount'))).toBeUndefined()
  expect(answerOf(asked, withField(asked, withField(asked, both, 5, undefined), 5, 'month'))).toBeUndefined()
  const plain = question([['金额', { field: 'amount' }]], false)
  expect(answerOf({ ...plain, trials: [] }, draftOf(plain))).not.toHaveProperty('unit')
})
