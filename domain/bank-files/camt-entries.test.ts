// Entries of a camt.053 that book several payments together, take them back, or are of another currency.

import { describe, expect, it } from 'vitest'
import { ResultRefused } from './bank-results.ts'
import { readCamtStatement } from './camt-statement.ts'
import { matchResults } from './match-results.ts'
import { readResultXml } from './result-messages.ts'
import type { FileRow } from './row-fit.ts'

const ACCOUNT = '571900000000188'
const row = (position: number): FileRow => ({
  position,
  reference: `PW202611170001R${position}X0123456789ab`,
  cardNo: `622202000000000${1000 + position}`,
  name: '张三',
  amountFen: 10_000n,
})
const ROWS = [row(1), row(2), row(3)]
const [one, two] = ROWS as [FileRow, FileRow]

const amt = (yuan: string, currency = 'CNY') => `<Amt Ccy="${currency}">${yuan}</Amt>`
const inAmounts = (yuan: string, currency?: string) =>
  `<AmtDtls><TxAmt>${amt(yuan, currency)}</TxAmt></AmtDtls>`
const detail = (of: FileRow, amount = '') =>
  `<TxDtls><Refs><EndToEndId>${of.reference}</EndToEndId></Refs>${amount}</TxDtls>`
const counting = (count: number) => `<Btch><NbOfTxs>${count}</NbOfTxs></Btch>`
const entry = (yuan: string, details: string, { direction = 'DBIT', more = '', currency = 'CNY' } = {}) =>
  `<Ntry>${amt(yuan, currency)}<CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts><NtryDtls>${details}</NtryDtls></Ntry>`
const reversal = (yuan: string, details = '') =>
  entry(yuan, details, { direction: 'CRDT', more: '<RvslInd>true</RvslInd>' })
const both = entry('200.00', detail(one, amt('100.00')) + detail(two, amt('100.00')))
const statement = (entries: string, account = ACCOUNT, currency = '') =>
  `<Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id>${currency && `<Ccy>${currency}</Ccy>`}</Acct>${entries}</Stmt>`
const message = (...statements: readonly string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`

function refusedOr(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (error instanceof ResultRefused) return error.code
    throw error
  }
}

/** What it settles as a result, and its lines as a statement. */
const outcomes = (source: string) => [
  refusedOr(() => {
    const matched = matchResults(
      { messageId: 'PW202611170001-A1', accountNo: ACCOUNT, rows: ROWS },
      readResultXml(source),
    )
    if ('fault' in matched) return matched.fault
    return matched.results.map(({ position, status }) => `${position} ${status}`).join(', ')
  }),
  refusedOr(() =>
    readCamtStatement(source)
      .map(({ kind, unclear, amountFen }) => `${kind} ${amountFen}${unclear ? '?' : ''}`)
      .join(', '),
  ),
]

describe('an entry of several payments', () => {
  it.each<[string, string, string, string]>([
    ['tells the amount of each', both, '1 succeeded, 2 succeeded', 'debit 10000, debit 10000'],
    [
      'tells them as older versions do',
      entry('200.00', detail(one, inAmounts('100.00')) + detail(two, inAmounts('100.00'))),
      '1 succeeded, 2 succeeded',
      'debit 10000, debit 10000',
    ],
    [
      'tells another amount as older versions do',
      entry('100.00', detail(one, inAmounts('1.00'))),
      'result-other-amount',
      'debit 100',
    ],
    [
      'tells what it was in another currency',
      entry('100.00', detail(one, inAmounts('14.00', 'USD'))),
      '1 succeeded',
      'debit 10000',
    ],
    ['tells no amounts', entry('200.00', detail(one) + detail(two)), '', 'debit 20000'],
    ['lists one of three', entry('100.00', counting(3) + detail(one)), '', 'debit 10000'],
    ['lists the only one', entry('100.00', counting(1) + detail(one)), '1 succeeded', 'debit 10000'],
    ['lists none', entry('300.00', counting(3)), 'result-empty', 'debit 30000'],
  ])('%s', (_, entries, settles, lines) =>
    expect(outcomes(message(statement(entries)))).toEqual([settles, lines]),
  )
})

describe('a reversal', () => {
  it.each<[string, string, string]>([
    ['of a whole entry that names nobody', both + reversal('200.00'), ''],
    ['written with fewer zeros', both + reversal('200'), ''],
    ['of one payment that names nobody', both + reversal('100.00'), ''],
    ['of another sum', both + reversal('50.00'), '1 succeeded, 2 succeeded'],
    [
      'that names its payment',
      both + reversal('100.00', detail(two, amt('100.00'))),
      '1 succeeded, 2 returned',
    ],
    [
      'without its mark, which may be money put in for them',
      both + entry('200.00', '', { direction: 'CRDT' }),
      '1 succeeded, 2 succeeded',
    ],
    ['whose mark is no plain no', entry('100.00', detail(one), { more: '<RvslInd>TRUE</RvslInd>' }), ''],
    ['whose mark is a no', entry('100.00', detail(one), { more: '<RvslInd>false</RvslInd>' }), '1 succeeded'],
  ])('%s', (_, entries, settles) => expect(outcomes(message(statement(entries)))[0]).toBe(settles))

  it('on another day of the same message counts too, and on another account does not', () => {
    const apart = (account: string) => message(statement(both), statement(reversal('200.00'), account))
    expect(outcomes(apart(ACCOUNT))[0]).toBe('')
    expect(outcomes(apart('571900000000199'))[0]).toBe('1 succeeded, 2 succeeded')
  })
})

it('passes over accounts of another currency, and takes nothing else for one', () => {
  const dollars = entry('100.00', detail(two), { currency: 'USD' })
  const ours = statement(entry('100.00', detail(one)), ACCOUNT, 'CNY')
  expect(outcomes(message(ours, statement(dollars, '99', 'USD')))).toEqual(['1 succeeded', 'debit 10000'])
  expect(outcomes(message(ours, statement(dollars, '99')))).toEqual(['result-amount', 'result-amount'])
})
