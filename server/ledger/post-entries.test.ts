// Money in the database: no more is spent than there is, each phase once, and a hand that errs is refused by the tables themselves.

import { type Posting, recharge, reserve, settleLate } from '@paywages/domain/ledger/postings.ts'
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
    'select phase, amount_fen as fen from ledger_postings where provider_id = $1 order by posting_id',
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
  ])('reject a posting with %s', async (_, values, constraint) => {
    await expect(
      services.query(
        `insert into ledger_postings (provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
        values ($1, ${values}, 'batch', 77, now())`,
        [fixture.providerId],
      ),
    ).rejects.toThrow(constraint)
  })

  it('reject updating, deleting and truncating postings', async () => {
    await creditFen(services, fixture.providerId, 10n)
    for (const statement of [
      'update ledger_postings set amount_fen = 1',
      'delete from ledger_postings',
      'truncate ledger_postings',
    ])
      await expect(services.query(statement)).rejects.toThrow()
    expect(await postings()).toEqual([{ phase: 'recharge', fen: 10n }])
  })
})
