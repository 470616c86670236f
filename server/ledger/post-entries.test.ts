// Money in the database: no more is spent than there is, each phase once, and a hand that errs is refused by the tables themselves.

import {
  PHASES,
  type Posting,
  recharge,
  reserve,
  settle,
  settleLate,
} from '@paywages/domain/ledger/postings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  creditFen,
  openProviderFixture,
  type ProviderFixture,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { credit, postFacts, spend } from './post-entries.ts'
import type { Entry } from './store.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let subjects = 5_000_000n

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people)
})
afterAll(() => services.close())

const entry = (postings: readonly Posting[], subject: Entry['subject'] = 'batch'): Entry => {
  subjects += 1n
  return { subject, subjectId: subjects, batchId: 1n, postings }
}
const spendOf = (one: Entry) =>
  services.database.transact((tx) => spend(tx, fixture.providerId, one, services.clock.now()))
const factOf = (...entries: Entry[]) =>
  services.database.transact((tx) => postFacts(tx, fixture.providerId, entries, services.clock.now()))
const late = (amountFen: bigint) =>
  entry(settleLate({ amountFen, feeFen: 0n, taxFen: 0n, vatFen: 0n }), 'transfer')
const postings = () =>
  services.query(
    'select phase, amount_fen as fen from ledger_lines where provider_id = $1 order by posting_id',
    [fixture.providerId],
  )

describe('spend', () => {
  it('allows spending to the last fen and writes nothing for one fen more', async () => {
    await creditFen(services, fixture.providerId, 100n)
    expect(await spendOf(entry(reserve(95n, 6n)))).toMatchObject({
      enough: false,
      balance: { availableFen: 100n },
    })
    expect(await postings()).toEqual([{ phase: 'recharge', fen: 100n }])
    expect(await spendOf(entry(reserve(95n, 5n)))).toMatchObject({ enough: true })
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 0n, held: 100n })
    expect((await spendOf(entry(reserve(1n, 0n)))).enough).toBe(false)
  })

  it('never exceeds the balance in twenty concurrent calls', async () => {
    await creditFen(services, fixture.providerId, 1_000n)
    const results = await Promise.all(Array.from({ length: 20 }, () => spendOf(entry(reserve(90n, 10n)))))
    expect(results.filter(({ enough }) => enough)).toHaveLength(10)
    expect(await balanceOf(services, fixture)).toMatchObject({
      available: 0n,
      held: 1_000n,
      outcome: 900n,
      cost: 100n,
    })
  })

  it('does not spend money while a shortfall is open', async () => {
    await factOf(late(50n))
    await creditFen(services, fixture.providerId, 40n)
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 0n, suspense: -10n })
    expect((await spendOf(entry(reserve(1n, 0n)))).enough).toBe(false)
  })
})

describe('postFacts', () => {
  it('books a shortfall for each entry beyond the balance and returns those entries', async () => {
    await creditFen(services, fixture.providerId, 100n)
    const [fits, partly, wholly] = [late(60n), late(60n), late(60n)]
    expect(await factOf(fits, partly, wholly)).toEqual([partly.subjectId, wholly.subjectId])
    expect(await balanceOf(services, fixture)).toMatchObject({
      available: 0n,
      suspense: -80n,
      bank_clearing: 80n,
      outcome: 180n,
    })
    expect((await postings()).filter(({ phase }) => phase === 'shortfall')).toEqual([
      { phase: 'shortfall', fen: 20n },
      { phase: 'shortfall', fen: 60n },
    ])
  })

  it('rejects the same phase of a subject twice', async () => {
    await creditFen(services, fixture.providerId, 100n)
    const once = late(10n)
    await factOf(once)
    await expect(factOf(once)).rejects.toThrow('ledger_postings_once')
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 90n })
  })
})

describe('settling', () => {
  const payment = { amountFen: 100n, feeFen: 6n, taxFen: 0n, vatFen: 3n }
  const open = async () => {
    await creditFen(services, fixture.providerId, 1_000n)
    await spendOf(entry(reserve(500n, 30n)))
  }
  const lines = (id: bigint) =>
    services.query(
      "select phase, amount_fen as fen, source, destination from ledger_lines where subject = 'transfer' and subject_id = $1 order by posting_id",
      [id],
    )

  it('keeps net, fee, tax and VAT of a payout in one row and tells them as lines in their order', async () => {
    await open()
    const [one, other] = [
      entry(settle(payment), 'transfer'),
      entry(settle({ ...payment, taxFen: 9n }), 'transfer'),
    ]
    await factOf(one, other)
    const kept = await services.query(
      'select net_fen as net, fee_fen as fee, tax_fen as tax, vat_fen as vat from ledger_settlements where transfer_id = any($1::bigint[]) order by posting_id',
      [[one.subjectId, other.subjectId]],
    )
    expect(kept).toEqual([
      { net: 97n, fee: 6n, tax: null, vat: 3n },
      { net: 88n, fee: 6n, tax: 9n, vat: 3n },
    ])
    expect(await lines(one.subjectId)).toEqual([
      { phase: 'settle-net', fen: 97n, source: 'held', destination: 'bank-clearing' },
      { phase: 'settle-fee', fen: 6n, source: 'held', destination: 'fee-income' },
      { phase: 'settle-vat', fen: 3n, source: 'held', destination: 'vat-payable' },
    ])
  })

  it('derives a source and destination for each line as the rules have them', async () => {
    await open()
    const one = entry(settle({ ...payment, taxFen: 9n }), 'transfer')
    await factOf(one)
    expect(await lines(one.subjectId)).toEqual(
      settle({ ...payment, taxFen: 9n }).map(({ phase, amountFen: fen }) => ({
        phase,
        fen,
        source: PHASES[phase].source,
        destination: PHASES[phase].destination,
      })),
    )
  })

  it('rejects settling a transfer twice, also within one call and after an earlier release', async () => {
    await open()
    const [once, twice] = [
      entry(settle(payment), 'transfer'),
      entry([...settle(payment), ...settle(payment)], 'transfer'),
    ]
    await factOf(once)
    await expect(factOf(once)).rejects.toThrow('ledger_settlements_once')
    await expect(factOf(twice)).rejects.toThrow('ledger_settlements_once')
    const earlier = entry(settle(payment), 'transfer')
    await services.query('alter table ledger_postings disable trigger ledger_postings_settled_in_one_row')
    await services.query(
      `insert into ledger_postings (provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
      values ($1, 'settle-net', 'held', 'bank-clearing', 97, 'transfer', $2, now())`,
      [fixture.providerId, earlier.subjectId],
    )
    await services.query('alter table ledger_postings enable trigger ledger_postings_settled_in_one_row')
    await expect(factOf(earlier)).rejects.toThrow('ledger_settlements_once')
    expect(await balanceOf(services, fixture)).toMatchObject({ held: 424n })
  })
})

describe('credit', () => {
  it.each([
    [0n, 30n, { available: 30n, suspense: 0n }, 30n],
    [50n, 30n, { available: 0n, suspense: -20n }, -20n],
    [50n, 50n, { available: 0n, suspense: 0n }, 0n],
    [50n, 51n, { available: 1n, suspense: 0n }, 1n],
  ])('with a shortfall of %s repays it from a credit of %s first', async (owed, fen, balance, spendable) => {
    if (owed > 0n) await factOf(late(owed))
    expect(await creditFen(services, fixture.providerId, fen)).toBe(spendable)
    expect(await balanceOf(services, fixture)).toMatchObject(balance)
  })

  it('rejects a second credit for one recharge', async () => {
    const one = entry(recharge(10n), 'recharge')
    const give = () =>
      services.database.transact((tx) => credit(tx, fixture.providerId, one, services.clock.now()))
    await give()
    await expect(give()).rejects.toThrow('ledger_postings_once')
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 10n, income: 10n })
  })

  it('repays a shortfall once under concurrent credits', async () => {
    await factOf(late(100n))
    await Promise.all(Array.from({ length: 10 }, () => creditFen(services, fixture.providerId, 15n)))
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 50n, suspense: 0n, income: 150n })
  })
})

describe('database constraints', () => {
  it.each([
    [
      'available below zero',
      'available_fen = -1, held_fen = held_fen + 1, income_fen = income_fen - 1',
      'available_not_negative',
    ],
    ['held below zero', 'held_fen = -1, bank_clearing_fen = 1', 'held_not_negative'],
    [
      'suspense above zero',
      'suspense_fen = 1, bank_clearing_fen = -1, income_fen = 1',
      'suspense_is_a_shortfall',
    ],
    ['money from nowhere', 'available_fen = 1, income_fen = 1', 'accounts_sum_to_zero'],
    ['totals that do not tie', 'available_fen = 1, bank_clearing_fen = -1', 'balance_ties'],
  ])('reject %s', async (_, change, constraint) => {
    await expect(
      services.query(`update ledger_balances set ${change} where provider_id = $1`, [fixture.providerId]),
    ).rejects.toThrow(constraint)
  })

  it.each([
    ['no amount', "'reserve', 'available', 'held', 0", 'amount_fen'],
    ['a negative amount', "'reserve', 'available', 'held', -5", 'amount_fen'],
    ['an unknown phase', "'gift', 'bank-clearing', 'available', 5", 'known_phase'],
    ['a phase the wrong way round', "'reserve', 'held', 'available', 5", 'known_phase'],
    ['a part of a settlement', "'settle-fee', 'held', 'fee-income', 5", 'settled_in_one_row'],
  ])('reject a posting with %s', async (_, values, constraint) => {
    await expect(
      services.query(
        `insert into ledger_postings (provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
        values ($1, ${values}, 'batch', 77, now())`,
        [fixture.providerId],
      ),
    ).rejects.toThrow(constraint)
  })

  it.each([
    ['without a net amount', 'null, 5, null, null', 'net_fen'],
    ['with a net amount of nothing', '0, 5, null, null', 'net_fen'],
    ['with a fee of nothing', '5, 0, null, null', 'fee_fen'],
    ['with a negative tax', '5, null, -1, null', 'tax_fen'],
    ['with a VAT of nothing', '5, null, null, 0', 'vat_fen'],
  ])('reject a settlement %s', async (_, amounts, column) => {
    await expect(
      services.query(
        `insert into ledger_settlements (provider_id, transfer_id, at, net_fen, fee_fen, tax_fen, vat_fen) values ($1, 78, now(), ${amounts})`,
        [fixture.providerId],
      ),
    ).rejects.toThrow(column)
  })

  it('reject updating, deleting and truncating postings', async () => {
    await creditFen(services, fixture.providerId, 10n)
    const payment = { amountFen: 4n, feeFen: 0n, taxFen: 0n, vatFen: 0n }
    await spendOf(entry(reserve(4n, 0n)))
    await factOf(entry(settle(payment), 'transfer'))
    for (const statement of [
      'update ledger_postings set amount_fen = 1',
      'delete from ledger_postings',
      'truncate ledger_postings',
      'update ledger_settlements set fee_fen = 1',
      'delete from ledger_settlements',
      'truncate ledger_settlements',
    ])
      await expect(services.query(statement)).rejects.toThrow()
    expect(await postings()).toEqual([
      { phase: 'recharge', fen: 10n },
      { phase: 'reserve', fen: 4n },
      { phase: 'settle-net', fen: 4n },
    ])
  })
})
