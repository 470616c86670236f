// The ledger's arithmetic: each phase by hand, and any life of any money in any order (I1, I2, I7).

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cover,
  effectOf,
  type LedgerAccount,
  type LedgerEffect,
  type LedgerTotal,
  type Payment,
  PHASES,
  type Phase,
  type Posting,
  recharge,
  release,
  reserve,
  reverse,
  reverseRecharge,
  settle,
  settleLate,
  shortfall,
} from './postings.ts'

const NOTHING = effectOf([])
const ACCOUNTS: readonly LedgerAccount[] = [
  'available',
  'held',
  'bank-clearing',
  'fee-income',
  'tax-payable',
  'vat-payable',
  'suspense',
]
const amountsOf = (postings: readonly Posting[]) =>
  postings.map(({ phase, amountFen }) => `${phase} ${amountFen}`)

describe('effect of each ledger phase', () => {
  /** From where, to where, and which of the shown totals it moves. */
  const table: Readonly<Record<Phase, Partial<Record<LedgerAccount | LedgerTotal, bigint>>>> = {
    recharge: { 'bank-clearing': -7n, available: 7n, income: 7n },
    'recharge-reversal': { available: -7n, 'bank-clearing': 7n, income: -7n },
    reserve: { available: -7n, held: 7n, outcome: 7n },
    'reserve-fee': { available: -7n, held: 7n, cost: 7n },
    'settle-net': { held: -7n, 'bank-clearing': 7n },
    'settle-fee': { held: -7n, 'fee-income': 7n },
    'settle-tax': { held: -7n, 'tax-payable': 7n },
    'settle-vat': { held: -7n, 'vat-payable': 7n },
    release: { held: -7n, available: 7n, outcome: -7n },
    'release-fee': { held: -7n, available: 7n, cost: -7n },
    'late-net': { available: -7n, 'bank-clearing': 7n, outcome: 7n },
    'late-fee': { available: -7n, 'fee-income': 7n, cost: 7n },
    'late-tax': { available: -7n, 'tax-payable': 7n, outcome: 7n },
    'late-vat': { available: -7n, 'vat-payable': 7n, outcome: 7n },
    'return-net': { 'bank-clearing': -7n, available: 7n, outcome: -7n },
    'return-fee': { 'fee-income': -7n, available: 7n, cost: -7n },
    'return-tax': { 'tax-payable': -7n, available: 7n, outcome: -7n },
    'return-vat': { 'vat-payable': -7n, available: 7n, outcome: -7n },
    shortfall: { suspense: -7n, available: 7n },
    cover: { available: -7n, suspense: 7n },
  }

  it.each(Object.keys(PHASES) as Phase[])('phase %s moves only its own accounts and totals', (phase) => {
    expect(effectOf([{ phase, amountFen: 7n }])).toEqual({ ...NOTHING, ...table[phase] })
  })
})

describe('postings of a payment', () => {
  const payment: Payment = { amountFen: 1_000n, feeFen: 65n, taxFen: 30n, vatFen: 11n }

  it.each([
    [reserve(1_000n, 65n), ['reserve 1000', 'reserve-fee 65']],
    [settle(payment), ['settle-net 959', 'settle-fee 65', 'settle-tax 30', 'settle-vat 11']],
    [release(payment), ['release 1000', 'release-fee 65']],
    [settleLate(payment), ['late-net 959', 'late-fee 65', 'late-tax 30', 'late-vat 11']],
    [reverse(payment), ['return-net 959', 'return-fee 65', 'return-tax 30', 'return-vat 11']],
  ])('splits the payment into its parts (%#)', (postings, parts) =>
    expect(amountsOf(postings)).toEqual(parts),
  )

  it('omits postings of zero', () => {
    const bare = { amountFen: 5n, feeFen: 0n, taxFen: 0n, vatFen: 0n }
    expect(
      [reserve(5n, 0n), settle(bare), release(bare), settleLate(bare), reverse(bare)].map(amountsOf),
    ).toEqual([['reserve 5'], ['settle-net 5'], ['release 5'], ['late-net 5'], ['return-net 5']])
    expect(settle({ amountFen: 5n, feeFen: 0n, taxFen: 5n, vatFen: 0n })).toEqual([
      { phase: 'settle-tax', amountFen: 5n },
    ])
  })

  it('throws on a negative part', () => {
    const more = { amountFen: 5n, feeFen: 0n, taxFen: 6n, vatFen: 0n }
    const bad = { amountFen: 5n, feeFen: -1n, taxFen: 0n, vatFen: 0n }
    for (const wrong of [
      () => recharge(-1n),
      () => reverseRecharge(-1n),
      () => reserve(-1n, 0n),
      () => reserve(1n, -1n),
      ...[settle, settleLate, reverse].flatMap((move) => [() => move(more), () => move(bad)]),
      () => release(bad),
      () => release({ ...bad, amountFen: -5n, feeFen: 0n }),
    ])
      expect(wrong).toThrow(RangeError)
  })

  const fen = fc.bigInt(0n, 10_000_000n)
  const any = fc
    .record({ net: fc.bigInt(1n, 10_000_000n), feeFen: fen, taxFen: fen, vatFen: fen })
    .map(({ net, feeFen, taxFen, vatFen }): Payment => {
      return { amountFen: net + taxFen + vatFen, feeFen, taxFen, vatFen }
    })
  const netOf = (...moves: Posting[][]) => effectOf(moves.flat())

  it('cancel out after a failure, a return, and a failure paid late and then returned', () =>
    fc.assert(
      fc.property(any, (payment) => {
        const held = reserve(payment.amountFen, payment.feeFen)
        expect(netOf(held, release(payment))).toEqual(NOTHING)
        expect(netOf(held, settle(payment), reverse(payment))).toEqual(NOTHING)
        expect(netOf(held, release(payment), settleLate(payment), reverse(payment))).toEqual(NOTHING)
      }),
    ))

  it('have the same effect paid late as paid at once', () =>
    fc.assert(
      fc.property(any, (payment) => {
        const held = reserve(payment.amountFen, payment.feeFen)
        const late = netOf(held, release(payment), settleLate(payment))
        expect(late).toEqual(netOf(held, settle(payment)))
        expect(late).toEqual({
          ...NOTHING,
          available: -payment.amountFen - payment.feeFen,
          'bank-clearing': payment.amountFen - payment.taxFen - payment.vatFen,
          'fee-income': payment.feeFen,
          'tax-payable': payment.taxFen,
          'vat-payable': payment.vatFen,
          outcome: payment.amountFen,
          cost: payment.feeFen,
        })
      }),
    ))
})

describe('shortfall of the balance', () => {
  const late = settleLate({ amountFen: 90n, feeFen: 7n, taxFen: 3n, vatFen: 0n })

  it.each([
    [98n, []],
    [97n, []],
    [96n, ['shortfall 1']],
    [0n, ['shortfall 97']],
  ])('with %s available posts %j', (available, parts) =>
    expect(amountsOf(shortfall(available, late))).toEqual(parts),
  )

  it('does not post a shortfall for incoming money', () => {
    expect(shortfall(0n, reverse({ amountFen: 9n, feeFen: 0n, taxFen: 0n, vatFen: 0n }))).toEqual([])
  })

  it.each([
    [100n, 0n, []],
    [0n, -50n, []],
    [49n, -50n, ['cover 49']],
    [50n, -50n, ['cover 50']],
    [51n, -50n, ['cover 50']],
  ])('with %s available and %s in suspense covers %j', (available, suspense, parts) =>
    expect(amountsOf(cover(available, suspense))).toEqual(parts),
  )
})

type Life = Payment & { state: 'held' | 'paid' | 'released' | 'returned' }

/** The ledger as post-entries.ts drives it, kept by nothing but effectOf. */
class Books {
  at: Record<LedgerAccount | LedgerTotal, bigint> = { ...NOTHING }
  readonly payments: Life[] = []

  post(postings: readonly Posting[]): void {
    const effect: LedgerEffect = effectOf(postings)
    for (const name of Object.keys(effect) as (keyof LedgerEffect)[]) this.at[name] += effect[name]
  }

  fact(postings: readonly Posting[]): void {
    this.post([...shortfall(this.at.available, postings), ...postings])
  }

  credit(amountFen: bigint): void {
    const postings = recharge(amountFen)
    const available = this.at.available + effectOf(postings).available
    this.post([...postings, ...cover(available, this.at.suspense)])
  }

  spend(postings: readonly Posting[]): boolean {
    const enough = this.at.available + this.at.suspense + effectOf(postings).available >= 0n
    if (enough) this.post(postings)
    return enough
  }

  next(payment: Life | undefined, paid: boolean): void {
    if (!payment) return
    if (payment.state === 'held') {
      this.fact(paid ? settle(payment) : release(payment))
      payment.state = paid ? 'paid' : 'released'
    } else if (payment.state === 'released') {
      this.fact(settleLate(payment))
      payment.state = 'paid'
    } else if (payment.state === 'paid') {
      this.fact(reverse(payment))
      payment.state = 'returned'
    }
  }

  check(): void {
    const { available, held, suspense, income, outcome, cost } = this.at
    expect(ACCOUNTS.reduce((sum, account) => sum + this.at[account], 0n)).toBe(0n)
    expect(income - outcome - cost).toBe(available + suspense)
    expect(available >= 0n && held >= 0n && suspense <= 0n).toBe(true)
    const open = this.payments.filter(({ state }) => state === 'held')
    expect(held).toBe(open.reduce((sum, { amountFen, feeFen }) => sum + amountFen + feeFen, 0n))
    const paid = this.payments.filter(({ state }) => state === 'paid')
    expect(this.at['fee-income']).toBe(paid.reduce((sum, { feeFen }) => sum + feeFen, 0n))
    expect(this.at['tax-payable']).toBe(paid.reduce((sum, { taxFen }) => sum + taxFen, 0n))
    expect(this.at['vat-payable']).toBe(paid.reduce((sum, { vatFen }) => sum + vatFen, 0n))
  }
}

describe('ledger after any sequence of postings', () => {
  const amount = fc.bigInt(1n, 1_000n)
  const step = fc.oneof(
    fc.record({ do: fc.constant('credit' as const), amount }),
    fc.record({ do: fc.constant('reverse-recharge' as const), amount }),
    fc.record({
      do: fc.constant('start' as const),
      amount,
      fee: fc.bigInt(0n, 90n),
      tax: fc.bigInt(0n, 300n),
      vat: fc.bigInt(0n, 200n),
    }),
    fc.record({ do: fc.constant('bank' as const), which: fc.nat(30), paid: fc.boolean() }),
  )

  it('keeps accounts summing to zero, totals consistent, and available and held non-negative', () =>
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), (steps) => {
        const books = new Books()
        for (const one of steps) {
          if (one.do === 'credit') books.credit(one.amount)
          if (one.do === 'reverse-recharge') books.spend(reverseRecharge(one.amount))
          if (one.do === 'start') {
            const payment = {
              amountFen: one.amount + one.tax + one.vat,
              feeFen: one.fee,
              taxFen: one.tax,
              vatFen: one.vat,
            }
            if (books.spend(reserve(payment.amountFen, payment.feeFen)))
              books.payments.push({ ...payment, state: 'held' })
          }
          if (one.do === 'bank')
            books.next(books.payments[one.which % (books.payments.length || 1)], one.paid)
          books.check()
        }
      }),
      { numRuns: 300 },
    ))

  it('covers every shortfall once enough money is credited', () =>
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 5 }), (amounts) => {
        const books = new Books()
        for (const amountFen of amounts)
          books.fact(settleLate({ amountFen, feeFen: 0n, taxFen: 0n, vatFen: 0n }))
        const owed = amounts.reduce((sum, one) => sum + one, 0n)
        expect(books.at.suspense).toBe(-owed)
        books.credit(owed - 1n || 1n)
        books.credit(7n)
        expect([books.at.suspense, books.at.available - (owed === 1n ? 7n : 6n)]).toEqual([0n, 0n])
        books.check()
      }),
    ))
})
