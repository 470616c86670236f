// Every reason and every warning of a payout sheet, at its boundary.

import { describe, expect, it } from 'vitest'
import { idCardCheckCharacter } from '../identity/id-card.ts'
import type { PersonFacts } from './person-facts.ts'
import { type SheetTerms, WholeSheet } from './sheet.ts'
import { amountOf, type RawRow, validateRowAlone } from './sheet-row.ts'

const TODAY = '2026-11-15'
const withCheckCharacter = (first17: string) => first17 + idCardCheckCharacter(first17)
const ID = withCheckCharacter('33010219900101123')
const OTHER_ID = withCheckCharacter('33010219910202456')
const CARD = '6222021202000000001'

const row = (over: Partial<RawRow> = {}): RawRow => ({
  rowNumber: 2,
  name: '王小禾',
  idCardNo: ID,
  phone: '13912342001',
  bank: '工商银行',
  cardNo: CARD,
  amount: '1000.00',
  month: '2026-11',
  remark: '',
  ...over,
})

const known: PersonFacts = {
  restricted: false,
  boundName: undefined,
  signed: true,
  monthSoFarFen: 0n,
  paidCount: 5,
  lastPaidCardKey: CARD,
  failedCardKeys: [],
  usualFen: 100_000n,
  sameElsewhere: [],
}
const terms: SheetTerms = { limitFen: 9_200_000n, unsignedBlocks: false, bankOfCard: () => undefined }

function validate(rows: RawRow[], facts: Partial<PersonFacts> | null = {}, over: Partial<SheetTerms> = {}) {
  const sheet = new WholeSheet((index) => rows[index] ?? row())
  const numbers = new Map<string, number>()
  const numberOf = (text: string) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size)
    return numbers.get(text) ?? 0
  }
  const entries = rows.map((one) => ({
    row: one,
    amountFen: amountOf(one),
    alone: validateRowAlone(one, TODAY),
    person: numberOf(`person ${one.idCardNo}`),
    card: numberOf(`card ${one.cardNo}`),
    cardKey: () => one.cardNo,
  }))
  for (const entry of entries) sheet.add(entry)
  const person = facts === null ? undefined : { ...known, ...facts }
  return entries.map((entry) => sheet.validate(entry, person, { ...terms, ...over }))
}
const reasonsOf = (verdict: { reasons: readonly { reason: string }[] } | undefined) =>
  verdict?.reasons.map(({ reason }) => reason)

describe('validating a single row', () => {
  it.each<[Partial<RawRow>, string[]]>([
    [{}, []],
    [{ name: '' }, ['name-missing']],
    [{ name: '王' }, ['name-malformed']],
    [{ idCardNo: '' }, ['id-wrong']],
    [{ idCardNo: '330102199001011235' }, ['id-wrong']],
    [{ damaged: ['idCardNo'] }, ['id-damaged']],
    [{ idCardNo: withCheckCharacter('33010220081115123') }, []],
    [{ idCardNo: withCheckCharacter('33010220081116123') }, ['age-outside']],
    [{ idCardNo: withCheckCharacter('33010219651116123') }, []],
    [{ idCardNo: withCheckCharacter('33010219651115123') }, ['age-outside']],
    [{ phone: '12345678901' }, ['phone-wrong']],
    [{ bank: '' }, ['bank-missing']],
    [{ cardNo: '1'.repeat(11) }, ['card-wrong']],
    [{ damaged: ['cardNo'] }, ['card-damaged']],
    [{ name: '', merged: ['name'] }, ['name-merged']],
    [{ idCardNo: '', merged: ['idCardNo'] }, ['id-merged']],
    [{ phone: '', merged: ['phone'] }, ['phone-merged']],
    [{ cardNo: '', merged: ['cardNo'] }, ['card-merged']],
    [{ amount: '', month: '', merged: ['amount'] }, ['amount-merged', 'month-wrong']],
    [{ amount: '0' }, ['amount-wrong']],
    [{ amount: '0.01' }, []],
    [{ amount: '1.001' }, ['amount-wrong']],
    [{ amount: '-1' }, ['amount-wrong']],
    [{ amount: '1,000' }, ['amount-wrong']],
    [{ amount: '1e3' }, ['amount-wrong']],
    [{ month: '2026-12' }, ['month-wrong']],
    [{ month: '2025-11' }, []],
    [{ month: '2025-10' }, ['month-wrong']],
    [{ month: '2026-13' }, ['month-wrong']],
    [{ month: '' }, ['month-wrong']],
    [{ remark: '注'.repeat(100) }, []],
    [{ remark: '注'.repeat(101) }, ['remark-too-long']],
  ])('a row with %o has the reasons %o', (over, reasons) =>
    expect(validateRowAlone(row(over), TODAY)).toEqual(reasons),
  )

  it('returns every reason of a row', () => {
    const all = validateRowAlone(
      row({ name: '', idCardNo: '1', phone: '', bank: '', cardNo: '', amount: '', month: '' }),
      TODAY,
    )
    expect(all).toEqual([
      'name-missing',
      'id-wrong',
      'phone-wrong',
      'bank-missing',
      'card-wrong',
      'amount-wrong',
      'month-wrong',
    ])
  })
})

describe('validating a sheet against the records', () => {
  it('rejects restricted people', () =>
    expect(reasonsOf(validate([row()], { restricted: true })[0])).toEqual(['restricted']))

  it.each([
    [9_099_999n, []],
    [9_100_000n, ['limit-reached']],
  ])('with %s fen paid this month, 1,000 yuan more has the reasons: %o', (monthSoFarFen, reasons) =>
    expect(reasonsOf(validate([row()], { monthSoFarFen })[0])).toEqual(reasons),
  )

  it('sums the rows of a person against the limit and rejects each of them', () => {
    const verdicts = validate([
      row({ amount: '46000' }),
      row({ rowNumber: 3, amount: '46000.00', remark: 'b' }),
    ])
    expect(verdicts.map(reasonsOf)).toEqual([['limit-reached'], ['limit-reached']])
    const below = validate([row({ amount: '46000' }), row({ rowNumber: 3, amount: '45999.99' })])
    expect(below.map(reasonsOf)).toEqual([[], []])
  })

  it('rejects a name that differs from the record or within the sheet', () => {
    expect(reasonsOf(validate([row()], { boundName: '王小禾' })[0])).toEqual([])
    expect(reasonsOf(validate([row()], { boundName: '王大禾' })[0])).toEqual(['name-differs'])
    const inSheet = validate([row(), row({ rowNumber: 3, name: '王大禾', amount: '5' })])
    expect(inSheet.map(reasonsOf)).toEqual([['name-differs'], ['name-differs']])
  })

  it('rejects unsigned people only when the provider requires signing', () => {
    expect(reasonsOf(validate([row()], { signed: false })[0])).toEqual([])
    expect(reasonsOf(validate([row()], { signed: false }, { unsignedBlocks: true })[0])).toEqual([
      'unsigned-blocked',
    ])
    expect(reasonsOf(validate([row()], null, { unsignedBlocks: true })[0])).toEqual(['unsigned-blocked'])
  })

  it('rejects duplicate rows and names the first one', () => {
    const verdicts = validate([
      row(),
      row({ rowNumber: 3, amount: '1000' }),
      row({ rowNumber: 7 }),
      row({ rowNumber: 8, remark: 'x' }),
    ])
    expect(verdicts.map(({ reasons }) => reasons)).toEqual([
      [],
      [{ reason: 'duplicate-row', rowNumber: 2 }],
      [{ reason: 'duplicate-row', rowNumber: 2 }],
      [],
    ])
  })
})

describe('warnings of a sheet', () => {
  const kinds = (...args: Parameters<typeof validate>) => validate(...args)[0]?.warnings
  it('returns none for a known, signed person with the usual amount', () =>
    expect(kinds([row()])).toEqual([]))
  it('warns of a first payment and a missing signature for an unknown person', () =>
    expect(kinds([row()], null)).toEqual([{ kind: 'first-payment' }, { kind: 'unsigned' }]))
  it('warns of a card that differs from the last payment', () =>
    expect(kinds([row()], { lastPaidCardKey: '1' })).toEqual([{ kind: 'card-changed' }]))
  it('warns of a card whose last payout failed, and of no other', () => {
    expect(kinds([row()], { failedCardKeys: [CARD] })).toEqual([{ kind: 'card-failed' }])
    expect(kinds([row()], { failedCardKeys: ['1'] })).toEqual([])
  })
  it('warns of a likely duplicate with the number of the other batch', () => {
    const sameElsewhere = [{ amountFen: 100_000n, month: '2026-11', batchNo: '202611130007' }]
    expect(kinds([row()], { sameElsewhere })).toEqual([{ kind: 'likely-duplicate', about: '202611130007' }])
    expect(kinds([row({ amount: '1000.01' })], { sameElsewhere })).toEqual([])
    expect(kinds([row({ month: '2026-10' })], { sameElsewhere })).toEqual([])
  })
  it.each([
    ['5000.00', []],
    ['5000.01', [{ kind: 'amount-unusual', about: '100000' }]],
    ['200.00', []],
    ['199.99', [{ kind: 'amount-unusual', about: '100000' }]],
  ])('with amount %s against the usual 1,000 returns %o', (amount, expected) =>
    expect(kinds([row({ amount })])).toEqual(expected),
  )
  it('does not warn of an unusual amount after only two payments', () =>
    expect(kinds([row({ amount: '9000' })], { paidCount: 2 })).toEqual([]))
  it('warns of a card shared by several people', () => {
    const verdicts = validate([row(), row({ rowNumber: 3, idCardNo: OTHER_ID, name: '李云' })])
    expect(verdicts.map(({ warnings }) => warnings)).toEqual([
      [{ kind: 'card-shared' }],
      [{ kind: 'card-shared' }],
    ])
  })
  it.each([
    ['工商银行', '中国工商银行', false],
    ['中国工商银行杭州分行', '中国工商银行', false],
    ['工行', '中国工商银行', false],
    ['招商银行', '中国工商银行', true],
    ['中国银行', '中国银行', false],
    ['农行杭州支行', '中国农业银行', false],
  ])('with bank %s on the sheet and %s by card number, warns of a difference: %s', (bank, ofCard, differs) =>
    expect(kinds([row({ bank })], {}, { bankOfCard: () => ofCard })).toEqual(
      differs ? [{ kind: 'bank-differs', about: ofCard }] : [],
    ),
  )
  it('warns of a card that fails the Luhn check and of a hidden row', () => {
    expect(
      kinds([row({ cardNo: '6222021202000000000', hidden: true })], {
        lastPaidCardKey: '6222021202000000000',
      }),
    ).toEqual([{ kind: 'card-luhn' }, { kind: 'hidden-row' }])
  })
  it('returns none for a row that is rejected', () =>
    expect(validate([row({ name: '' })], null)[0]?.warnings).toEqual([]))
})
