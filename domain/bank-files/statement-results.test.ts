import { expect, it } from 'vitest'
import { type ResultLine, resultsOfStatement, type StatementRow } from './statement-results.ts'

const row = (position: number, end?: StatementRow['end']): StatementRow => ({
  position,
  rowId: BigInt(position),
  reference: `PW1R${position}Xaaaaaaaa`,
  cardNo: '6222021202000770001',
  name: '赵文远',
  amountFen: 10_000n,
  end,
})

const line = (more: Partial<ResultLine> = {}): ResultLine => ({
  lineNumber: 4,
  kind: 'debit',
  unclear: false,
  booked: true,
  rowId: 1n,
  rowCount: 1,
  ownReference: '',
  amountFen: 10_000n,
  name: '赵文远',
  account: '6222021202000770001',
  day: '2026-11-17',
  ...more,
})

const back = line({ kind: 'return', lineNumber: 5 })
const reference = 'PW1R1Xaaaaaaaa'

it.each<[string, readonly StatementRow[], readonly ResultLine[], string]>([
  ['a linked debit is paid', [row(1)], [line()], '1 succeeded, 0 named'],
  [
    'one that names our reference is paid',
    [row(1)],
    [line({ ownReference: reference })],
    '1 succeeded, 1 named',
  ],
  ['a debit and its return came back', [row(1)], [line(), back], '1 returned, 0 named'],
  [
    'in the order of a statement that begins with the newest',
    [row(1)],
    [back, line()],
    '1 returned, 0 named',
  ],
  [
    'a return under our reference alone, as the payee’s own statement lists the payment',
    [row(1)],
    [line({ ...back, rowId: null, ownReference: reference })],
    '0 named, 1 indefinite',
  ],
  [
    'a return under our reference of what was paid',
    [row(1, 'succeeded')],
    [line({ ...back, rowId: null, ownReference: reference })],
    '1 returned, 1 named',
  ],
  [
    'a return from an account of the bank',
    [row(1)],
    [line(), line({ ...back, name: '待处理汇划款项', account: '' })],
    '1 returned, 0 named',
  ],
  [
    'our reference and amount to another name',
    [row(1)],
    [line({ ownReference: reference, name: '王小明' })],
    'result-other-payee at 4',
  ],
  [
    'our reference and amount to another card',
    [row(1)],
    [line({ ownReference: reference, account: '6222021202000779999' })],
    'result-other-payee at 4',
  ],
  [
    'a masked name and the tail of the card',
    [row(1)],
    [line({ ownReference: reference, name: '赵*远', account: '0001' })],
    '1 succeeded, 1 named',
  ],
  [
    'neither name nor card under our reference',
    [row(1)],
    [line({ ownReference: reference, name: '', account: '' })],
    '1 succeeded, 1 named',
  ],
  ['the day on which the file left us', [row(1)], [line({ day: '2026-11-16' })], '1 succeeded, 0 named'],
  ['the day before', [row(1)], [line({ day: '2026-11-15' })], '0 named, 1 indefinite'],
  ['paid and known as paid is nothing new', [row(1, 'succeeded')], [line()], '0 named'],
  ['returned, and the days before', [row(1, 'returned')], [line()], '0 named'],
  ['paid, and came back since', [row(1, 'succeeded')], [back], '1 returned, 0 named'],
  ['failed, and debited', [row(1, 'failed')], [line()], '1 succeeded, 0 named'],
  ['another’s payment', [row(1)], [line({ rowId: 9n })], '0 named'],
  ['a debit of a whole batch', [row(1)], [line({ rowCount: 2 })], '0 named'],
  ['an unclear direction', [row(1)], [line({ unclear: true })], '0 named, 1 indefinite'],
  ['a list that does not say that money moved', [row(1)], [line({ booked: false })], '0 named, 1 indefinite'],
  ['a line that nobody has linked', [row(1)], [line({ rowId: null })], '0 named, 1 ambiguous'],
  ['on a day that has not come', [row(1)], [line({ day: '2026-12-29' })], '0 named, 1 indefinite'],
  [
    'from another account',
    [row(1)],
    [line({ ownReference: reference, paidFrom: '999900000000111' })],
    '0 named, 1 indefinite',
  ],
  ['from the account, masked', [row(1)], [line({ paidFrom: '5719****0188' })], '1 succeeded, 0 named'],
  ['debited twice', [row(1)], [line(), line({ lineNumber: 6 })], 'result-row-twice at 6'],
  [
    'another amount under our reference',
    [row(1)],
    [line({ ownReference: reference, amountFen: 9_999n })],
    'result-other-amount at 4',
  ],
])('%s', (_, rows, lines, said) => {
  const matched = resultsOfStatement(rows, lines, {
    since: '2026-11-16',
    until: '2026-11-19',
    accountNo: '571900000000188',
  })
  const words =
    'fault' in matched
      ? `${matched.fault} at ${matched.line}`
      : [
          ...matched.results.map(({ position, status }) => `${position} ${status}`),
          `${matched.byReference} named`,
          ...(matched.indefinite > 0 ? [`${matched.indefinite} indefinite`] : []),
          ...(matched.ambiguous > 0 ? [`${matched.ambiguous} ambiguous`] : []),
        ].join(', ')
  expect(words).toBe(said)
})
