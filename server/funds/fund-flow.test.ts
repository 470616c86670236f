// The fund flow of real operations: its lines, what they are for, to whom they are shown, and that they tie to the balance (D11, D20, D21, D23, D25).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { FlowRow } from '@paywages/wire/funds/fund-flow.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { doubtedTransfer } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { reconcileDays, sendAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { confirmReversal, storeApproved, storeReversal } from '../testing/recharges.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people, { taxMethod: 'per-payment' })
})
afterAll(async () => {
  services.clock.set(new Date(MONDAY.getTime() + 7 * DAY_MS))
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

type Input = Parameters<Awaited<ReturnType<typeof signIn>>['answer']>[1]

/** Signed in again each time: the clock moves by days. */
async function flow(input: Input = {}, account = fixture.pay) {
  const client = await signIn(services, account)
  return client.answer('fundFlow', { size: 100, ...input } as never)
}

const brief = ({ kind, late, inFen, outFen, balanceFen }: FlowRow) =>
  `${kind}${late ? ' late' : ''} +${inFen} −${outFen} = ${balanceFen}`

const recharged = (amountFen: bigint) =>
  storeApproved(services, fixture.pay, fixture.check, { amountFen, payerName: 'Payer Ltd' })

/** 1,000.00 gross: 40.00 tax by payment (20 % of what exceeds 800), 65.00 fee. */
const PAID = freshRow({ amount: '1000.00' })

describe('lines of the fund flow', () => {
  it('lists recharge, payout, fee and tax, but no reservations and releases', async () => {
    const rechargeId = await recharged(1_000_000n)
    services.clock.advance(60_000)
    const { batchId, batchNo, rowIds } = await startedBatch(services, fixture, [
      PAID,
      freshRow({ amount: '1000.00', cardNo: '6222021202000010001' }),
    ])
    const open = await flow()
    expect(open.rows.map(brief)).toEqual(['recharge +1000000 −0 = 1000000'])
    expect(open.beside).toMatchObject({ closingFen: 1_000_000n, heldFen: 213_000n })

    services.clock.advance(60_000)
    await sendAll(services)
    const { rows, count, beside } = await flow()
    expect(rows.map(brief)).toEqual([
      'tax +0 −4000 = 893500',
      'fee +0 −6500 = 897500',
      'payout +0 −96000 = 904000',
      'recharge +1000000 −0 = 1000000',
    ])
    expect(count).toBe(4)
    for (const line of rows.slice(0, 3))
      expect(line).toMatchObject({
        at: services.clock.now(),
        batchId,
        batchNo,
        rowId: rowIds[0],
        payeeName: PAID.name,
        rechargeId: null,
        payerName: '',
      })
    expect(rows[3]).toMatchObject({
      at: MONDAY,
      rechargeId,
      payerName: 'Payer Ltd',
      batchId: null,
      batchNo: '',
    })
    expect(beside).toMatchObject({
      providerId: fixture.providerId,
      openingFen: 0n,
      inFen: 1_000_000n,
      outFen: 106_500n,
      closingFen: 893_500n,
      heldFen: 0n,
      firstMonth: '2026-03',
    })
    expect(beside.kinds.filter(({ lines }) => lines > 0)).toEqual([
      { kind: 'recharge', lines: 1, amountFen: 1_000_000n },
      { kind: 'payout', lines: 1, amountFen: 96_000n },
      { kind: 'tax', lines: 1, amountFen: 4_000n },
      { kind: 'fee', lines: 1, amountFen: 6_500n },
    ])
  })

  it('lists net, fee and tax of a returned payout as income', async () => {
    await recharged(1_000_000n)
    await startedBatch(services, fixture, [freshRow({ amount: '1000.00', cardNo: '6222021202000010006' })])
    await sendAll(services)
    services.clock.advance(DAY_MS)
    await reconcileDays(services, ['2026-03-16', '2026-03-17'])
    const { rows, beside } = await flow()
    expect(rows.slice(0, 3).map(brief)).toEqual([
      'returned-tax +4000 −0 = 1000000',
      'returned-fee +6500 −0 = 996000',
      'returned-payout +96000 −0 = 989500',
    ])
    expect(beside).toMatchObject({ inFen: 1_106_500n, outFen: 106_500n, closingFen: 1_000_000n })
  })

  it('marks lines of a late success, even if the balance goes negative', async () => {
    await recharged(106_500n)
    const { applyBankStatus } = await doubtedTransfer(services, fixture, PAID)
    await applyBankStatus('rejected')
    const other = await doubtedTransfer(services, fixture, freshRow({ amount: '1000.00' }))
    await applyBankStatus('succeeded')
    const short = await flow()
    expect(short.rows.map(brief)).toEqual([
      'tax late +0 −4000 = 0',
      'fee late +0 −6500 = 4000',
      'payout late +0 −96000 = 10500',
      'recharge +106500 −0 = 106500',
    ])
    // What is held is more than what is there: nothing may be spent, and 1,065.00 is owed.
    expect(short.beside).toMatchObject({ closingFen: 0n, heldFen: 106_500n })
    await other.applyBankStatus('succeeded')
    expect((await flow()).rows[0]).toMatchObject({ balanceFen: -106_500n, late: false })
    await recharged(200_000n)
    expect((await flow()).rows[0]).toMatchObject({ kind: 'recharge', balanceFen: 93_500n })
  })

  it('names the recharge and the kind of a reversal', async () => {
    const rechargeId = await recharged(500_000n)
    services.clock.advance(60_000)
    const input = { amountFen: 20_000n, kind: 'refund' } as const
    const reversalId = await storeReversal(services, fixture.check, rechargeId, input)
    expect((await flow()).rows).toHaveLength(1)
    await confirmReversal(services, 'admin', reversalId)
    const { rows } = await flow()
    expect(rows.map(brief)).toEqual(['reversal +0 −20000 = 480000', 'recharge +500000 −0 = 500000'])
    expect(rows[0]).toMatchObject({ rechargeId, payerName: 'Payer Ltd', reversalKind: 'refund' })
    expect(rows[1]?.reversalKind).toBe(null)
  })
})

it('matches fund flow and recharge page balance after every step', async () => {
  await recharged(1_000_000n)
  const agree = async () => {
    const { beside } = await flow()
    const money = await (await signIn(services, fixture.pay)).answer('rechargeMoney', {})
    expect(beside.closingFen - beside.heldFen).toBe(money.availableFen)
    expect(beside.heldFen).toBe(money.frozenFen)
    expect(beside.openingFen + beside.inFen - beside.outFen).toBe(beside.closingFen)
  }
  await agree()
  await startedBatch(services, fixture, [PAID, freshRow({ cardNo: '6222021202000010004' }), freshRow()])
  await agree()
  await sendAll(services)
  await agree()
})

describe('fund flow by batch', () => {
  it('shows a batch as one line that unfolds into its people, and a return as another', async () => {
    await recharged(2_000_000n)
    services.clock.advance(60_000)
    const { batchId, batchNo, rowIds } = await startedBatch(services, fixture, [
      PAID,
      freshRow({ amount: '2000.00', cardNo: '6222021202000010006' }),
      freshRow({ amount: '1000.00', cardNo: '6222021202000010001' }),
    ])
    await sendAll(services)
    services.clock.advance(DAY_MS)
    await reconcileDays(services, ['2026-03-16', '2026-03-17'])
    const client = await signIn(services, fixture.pay)
    const { rows, count, beside } = await client.answer('batchFlow', {})
    const line = { batchId, batchNo, rechargeId: null, late: 0 }
    expect(count).toBe(3)
    expect(rows).toMatchObject([
      { ...line, side: 'in', day: '2026-03-17', inFen: 213_000n, outFen: 0n, balanceFen: beside.closingFen },
      { ...line, side: 'out', day: '2026-03-16', inFen: 0n, outFen: 319_500n, balanceFen: 1_680_500n },
      { side: 'in', inFen: 2_000_000n, balanceFen: 2_000_000n, batchId: null, payerName: 'Payer Ltd' },
    ])
    expect(rows[1]?.kinds).toEqual([
      { kind: 'payout', lines: 2, amountFen: 272_000n },
      { kind: 'tax', lines: 2, amountFen: 28_000n },
      { kind: 'fee', lines: 2, amountFen: 19_500n },
    ])

    const behind = async (side: 'in' | 'out', day: string) =>
      client.answer('flowPeople', { batchId, day, side })
    expect(await behind('out', '2026-03-16')).toMatchObject({
      count: 2,
      rows: [
        { rowId: rowIds[0], payeeName: PAID.name, payoutFen: 96_000n, taxFen: 4_000n, feeFen: 6_500n },
        { rowId: rowIds[1], payoutFen: 176_000n, taxFen: 24_000n, feeFen: 13_000n, amountFen: 213_000n },
      ],
    })
    expect(await behind('in', '2026-03-17')).toMatchObject({ count: 1, rows: [{ rowId: rowIds[1] }] })
    const stranger = await signIn(services, 'payB1')
    const { http } = await stranger.call('flowPeople', { batchId, day: '2026-03-16', side: 'out' })
    expect(http).toBe(404)
  })
})

describe('filters of the fund flow', () => {
  beforeEach(async () => {
    // The last moment of a day and a month in Shanghai, and the first of the next.
    services.clock.set(new Date('2026-03-31T23:59:59.999+08:00'))
    await recharged(1_000_000n)
    services.clock.set(new Date('2026-04-01T00:00:00+08:00'))
    await startedBatch(services, fixture, [PAID])
    await sendAll(services)
  })

  it('treats the time range as half-open and carries the balance over', async () => {
    const april = { from: new Date('2026-04-01T00:00:00+08:00'), to: new Date('2026-05-01T00:00:00+08:00') }
    const march = { from: new Date('2026-03-01T00:00:00+08:00'), to: april.from }
    expect((await flow(march)).rows.map(({ kind }) => kind)).toEqual(['recharge'])
    const { rows, beside } = await flow(april)
    expect(rows.map(brief)).toEqual([
      'tax +0 −4000 = 893500',
      'fee +0 −6500 = 897500',
      'payout +0 −96000 = 904000',
    ])
    expect(beside).toMatchObject({ openingFen: 1_000_000n, closingFen: 893_500n, firstMonth: '2026-03' })
  })

  it('keeps true balances and sums of the whole range when filtering by kind', async () => {
    const { rows, count, beside } = await flow({ kind: 'fee' })
    expect([rows.map(brief), count]).toEqual([['fee +0 −6500 = 897500'], 1])
    expect(beside).toMatchObject({ inFen: 1_000_000n, outFen: 106_500n, closingFen: 893_500n })
  })

  it('returns pages and an empty page past the end', async () => {
    const pages = await Promise.all([0, 1, 2].map((index) => flow({ index, size: 3 })))
    expect(pages.map(({ rows }) => rows.map(({ kind }) => kind))).toEqual([
      ['tax', 'fee', 'payout'],
      ['recharge'],
      [],
    ])
    expect(pages.map(({ count }) => count)).toEqual([4, 4, 4])
  })

  it.each([
    ['flowType', 'gift'],
    ['beginTime', 'yesterday'],
    ['providerId', 'x'],
  ])('rejects %s=%s', async (name, value) => {
    const { http } = await (await signIn(services, fixture.pay)).wire('fundFlow', { [name]: value })
    expect(http).toBe(400)
  })

  it('accepts times beyond the calendar', async () => {
    const fields = { beginTime: '0', endTime: '9999999999999999' }
    const { http, body } = await (await signIn(services, fixture.pay)).wire('fundFlow', fields)
    expect([http, body.count]).toEqual([200, 4])
  })
})

describe('scope of the fund flow', () => {
  it('shows the own provider by default, another in scope on request, and answers 404 otherwise', async () => {
    await recharged(700n)
    expect((await flow({}, fixture.check)).beside.providerId).toBe(fixture.providerId)
    expect((await flow({}, 'managerA')).beside.providerId).toBe(people.providers.A1)
    const chosen = await flow({ providerId: fixture.providerId }, 'managerA')
    expect(chosen.rows.map(brief)).toEqual(['recharge +700 −0 = 700'])
    expect((await flow({ providerId: fixture.providerId }, 'admin')).count).toBe(1)
    for (const account of ['managerB', 'payA2', 'checkB1']) {
      const client = await signIn(services, account)
      for (const name of ['fundFlow', 'exportFundFlow', 'fundStatement'] as const) {
        const fields = { providerId: String(fixture.providerId), month: '2026-03' }
        const { http, body } = await client.wire(name, fields)
        expect([account, name, http, body.code]).toEqual([account, name, 404, 'not-found'])
      }
    }
  })

  it('returns an empty flow for an account without lines', async () => {
    const { rows, count, beside } = await flow()
    expect([rows, count]).toEqual([[], 0])
    expect(beside).toMatchObject({ openingFen: 0n, closingFen: 0n, heldFen: 0n, firstMonth: null })
  })
})

it('shows no ID, phone or card number in the fund flow', async () => {
  await recharged(1_000_000n)
  await startedBatch(services, fixture, [PAID])
  await sendAll(services)
  const { raw } = await (await signIn(services, fixture.pay)).wire('fundFlow', {})
  for (const secret of [PAID.idCardNo, PAID.phone, PAID.cardNo, '6222020012345678901'])
    expect(raw.payload).not.toContain(secret)
})
