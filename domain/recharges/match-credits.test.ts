import { describe, expect, it } from 'vitest'
import {
  type Credit,
  matchCredits,
  needsManager,
  payerEvidence,
  type RegisteredPayment,
  validateMatch,
  validateUnmatch,
} from './match-credits.ts'

const ACCOUNT = '33050161809900000123'
const OWN = { names: ['云帆', '杭州云帆信息有限公司'], accounts: [ACCOUNT] }
const payment = (over: Partial<RegisteredPayment> = {}): RegisteredPayment => ({
  rechargeId: 1,
  own: OWN,
  payerName: '杭州云帆信息有限公司',
  payerAccount: ACCOUNT,
  amountFen: 50_000_00n,
  payDay: '2026-03-13',
  ...over,
})
const credit = (over: Partial<Credit> = {}): Credit => ({
  creditId: 10,
  day: '2026-03-13',
  payerName: '杭州云帆信息有限公司',
  payerAccount: ACCOUNT,
  amountFen: 50_000_00n,
  ...over,
})
const ids = (payments: RegisteredPayment[], credits: Credit[]) =>
  matchCredits(payments, credits).map(({ creditId, rechargeId }) => `${creditId}-${rechargeId}`)

describe('evidence of the payer', () => {
  it.each([
    ['杭州云帆信息有限公司', ACCOUNT, 'sure'],
    ['杭州云帆信息有限公司', '', 'sure'],
    ['', ACCOUNT, 'sure'],
    ['杭州云帆信息 有限公司', '', 'sure'],
    ['杭州云帆信息有限公司', '3305********0123', 'sure'],
    ['杭州****公司', '3305********0123', 'sure'],
    ['杭州****公司', '', 'weak'],
    ['', '3305********0123', 'weak'],
    ['', '', 'weak'],
    ['北京云帆信息有限公司', '', 'against'],
    ['北京云帆信息有限公司', ACCOUNT, 'against'],
    ['杭州云帆信息有限公司', '6222021202000010001', 'against'],
    ['北京****公司', '', 'against'],
    ['', '3305********9999', 'against'],
  ] as const)('of %j with account %j is %s', (payerName, payerAccount, evidence) => {
    expect(payerEvidence(payment(), { payerName, payerAccount })).toBe(evidence)
  })
})

describe('one recharge and one credit', () => {
  it.each<[string, Partial<Credit>, boolean]>([
    ['the same day', {}, true],
    ['a day earlier', { day: '2026-03-12' }, true],
    ['two days earlier', { day: '2026-03-11' }, false],
    ['three days later', { day: '2026-03-16' }, true],
    ['four days later', { day: '2026-03-17' }, false],
    ['without a day', { day: null }, false],
    ['a fen less', { amountFen: 49_999_99n }, false],
    ['a fen more', { amountFen: 50_000_01n }, false],
    ['nameless on the very day', { payerName: '', payerAccount: '' }, false],
    ['nameless a day later', { payerName: '', payerAccount: '', day: '2026-03-14' }, false],
    ['a masked name alone', { payerName: '杭州****公司', payerAccount: '' }, false],
    ['a masked account alone', { payerName: '', payerAccount: '3305********0123' }, false],
    ['both masked', { payerName: '杭州****公司', payerAccount: '3305********0123' }, true],
    ['another payer', { payerName: '北京云帆信息有限公司' }, false],
  ])('%s', (_, over, matched) => {
    expect(ids([payment()], [credit(over)])).toEqual(matched ? ['10-1'] : [])
  })
})

describe('a payer that is not the company itself', () => {
  const others = { names: ['北京远山服务有限公司'], accounts: ['1001'] }
  it.each<[string, Partial<RegisteredPayment>, Partial<Credit>, boolean]>([
    ['registered to the letter by another company', { own: others }, {}, false],
    ['the company by its name alone', { own: { ...OWN, accounts: ['1001'] } }, {}, true],
    ['the company by its account alone', { own: { names: [], accounts: [ACCOUNT] } }, {}, true],
    [
      'an account that shows too little of itself',
      {},
      { payerName: '杭州****公司', payerAccount: '3****3' },
      false,
    ],
    [
      'its account with the gaps that people write',
      { own: { names: [], accounts: ['3305 0161-8099 0000 0123'] } },
      {},
      true,
    ],
    [
      'no account on record, and the bank names nobody',
      { own: { ...OWN, accounts: [''] } },
      { payerName: '' },
      false,
    ],
    [
      'another account under a masked name',
      { own: { ...OWN, accounts: ['1001'] } },
      { payerName: '杭州****公司' },
      false,
    ],
  ])('%s', (_, over, credited, matched) => {
    expect(ids([payment(over)], [credit(credited)])).toEqual(matched ? ['10-1'] : [])
  })

  it('does not keep the company’s own money from it', () => {
    expect(ids([payment({ rechargeId: 2, own: others }), payment()], [credit()])).toEqual(['10-1'])
  })
})

describe('several that fit', () => {
  const REMOTE = {
    rechargeId: 2,
    payerName: '远山服务有限公司',
    payerAccount: '1001',
    own: { names: ['远山服务有限公司'], accounts: ['1001'] },
  }
  const nameless = { payerName: '', payerAccount: '' }
  it.each<[string, RegisteredPayment[], Credit[], string[]]>([
    ['two credits alike', [payment()], [credit(), credit({ creditId: 11 })], []],
    ['two recharges alike', [payment(), payment({ rechargeId: 2 })], [credit()], []],
    [
      'a sure one beside a nameless one',
      [payment()],
      [credit(), credit({ creditId: 11, ...nameless })],
      ['10-1'],
    ],
    ['two nameless ones', [payment()], [credit(nameless), credit({ creditId: 11, ...nameless })], []],
    [
      'two payers with the same amount',
      [payment(), payment(REMOTE)],
      [credit(), credit({ creditId: 11, payerName: '远山服务有限公司', payerAccount: '' })],
      ['10-1', '11-2'],
    ],
    ['a nameless one for two payers', [payment(), payment(REMOTE)], [credit(nameless)], []],
  ])('%s', (_, payments, credits, matched) => expect(ids(payments, credits)).toEqual(matched))
})

describe('who credits', () => {
  it.each([
    ['pending', false, 0n, true],
    ['pending', true, 0n, false],
    ['pending', false, 99n, true],
    ['pending', false, 100n, false],
    ['approved', false, 0n, false],
  ] as const)('%s, matched %s, open up to %s: a manager %s', (status, matched, limit, needed) => {
    expect(needsManager({ status, matched, amountFen: 100n }, limit)).toBe(needed)
  })
})

describe('by hand', () => {
  const recharge = {
    status: 'pending',
    amountFen: 100n,
    matched: false,
    creatorId: 7,
    providerId: 5,
    ofOperator: false,
  } as const
  const person = { accountId: 1, providerId: 2, superManager: false }
  const chosen = { creditFen: 100n, creditRechargeId: null, receivesHere: true }
  it.each([
    ['fits', {}, {}, {}, undefined],
    ['of the manager’s own company', {}, {}, { providerId: 5 }, 'own-company-recharge'],
    ['of the operator’s own company', { ofOperator: true }, {}, { providerId: 5 }, undefined],
    ['of a super manager’s company', {}, {}, { providerId: 5, superManager: true }, undefined],
    ['an approved one', { status: 'approved' }, {}, {}, undefined],
    ['one’s own', {}, {}, { accountId: 7 }, 'own-recharge'],
    ['a rejected one', { status: 'rejected' }, {}, {}, 'state-changed'],
    ['a credit that is taken', {}, { creditRechargeId: 3 }, {}, 'credit-taken'],
    ['a recharge that is matched', { matched: true }, {}, {}, 'recharge-matched'],
    ['another amount', {}, { creditFen: 99n }, {}, 'credit-other-amount'],
    ['another receiving account', {}, { receivesHere: false }, {}, 'credit-other-amount'],
  ] as const)('%s', (_, rechargeOver, creditOver, who, refusal) => {
    const match = { ...chosen, ...creditOver }
    expect(validateMatch({ ...recharge, ...rechargeOver }, match, { ...person, ...who })).toBe(refusal)
  })

  it('is undone before the audit only', () => {
    expect(['pending', 'approved'].map((status) => validateUnmatch(status as 'pending'))).toEqual([
      undefined,
      'state-changed',
    ])
  })
})
