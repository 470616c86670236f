// The fund summary: which batches it lists, with which counts, on which page, under which filters, to whom (D3, D11, D23).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countEndedPeople } from '../payouts/count-people.ts'
import { signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { payStored, reconcileDays, sendAll, startStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
} from '../testing/provider-fixture.ts'
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
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
})
afterAll(async () => {
  services.clock.set(new Date(MONDAY.getTime() + 7 * DAY_MS))
  await expectMoneyTruths(services)
  await services.close()
})

type Wire = Record<string, unknown> & { opId: number; opTime: number }

/** Signed in again each time: the clock moves by days. */
async function asked(call: 'moneyView' | 'providerMoney' | 'moneyDays', fields = {}, account = fixture.pay) {
  const client = await signIn(services, account)
  const { http, body } = await client.wire(call, fields)
  expect([http, body.msg]).toEqual([200, ''])
  return body
}

async function listed(fields: Record<string, string> = {}, account = fixture.pay) {
  const { data, count } = await asked('moneyView', { size: '100', ...fields }, account)
  const rows = data as Wire[]
  return { rows, ids: rows.map(({ opId }) => opId), count }
}

const totals = async (fields = {}, account = fixture.pay) =>
  (await asked('providerMoney', fields, account)).data
const daily = async (fields = {}, account = fixture.pay) => (await asked('moneyDays', fields, account)).data

const ms = (text: string) => new Date(text).getTime()
const CARD = (ending: string) => `622202120200001${ending}`

describe('a row of moneyView', () => {
  it('shows a started batch at its start time with the specified wire fields', async () => {
    await readyBatch(services, fixture, freshRows(1))
    expect(await listed()).toEqual({ rows: [], ids: [], count: 0 })
    const batch = await readyBatch(services, fixture, [
      freshRow({ amount: '1234.5' }),
      freshRow({ amount: '0.5' }),
    ])
    services.clock.set(new Date('2026-03-16T23:59:59.999+08:00'))
    await startStored(services, batch.batchId)
    const { rows, count } = await listed()
    const [names] = await services.query<{ provider: string; platform: string }>(
      `select p.name as provider, f.name as platform from providers p, platforms f where p.provider_id = $1 and f.platform_id = $2`,
      [fixture.providerId, people.platforms.A],
    )
    expect([count, rows]).toEqual([
      1,
      [
        {
          opId: batch.batchId,
          batchNo: batch.batchNo,
          opTime: ms('2026-03-16T23:59:59.999+08:00'),
          opTotal: 1235,
          opPeople: 2,
          opNum: 2,
          opSucTotal: 0,
          opSucPeople: 0,
          opSucNum: 0,
          opFailTotal: 0,
          opFailPeople: 0,
          opFailNum: 0,
          providerFee: 0,
          providerName: names?.provider,
          platformName: names?.platform,
        },
      ],
    ])
    expect(await totals()).toEqual({
      outcomeMoney: 0,
      serviceCost: 0,
      personalTax: 0,
      tax: null,
      before: null,
    })
    expect(await daily()).toMatchObject([{ day: '2026-03-16', sucTotal: 0, failTotal: 0 }])
  })

  it('counts a returned payment as failed and leaves out cancelled ones', async () => {
    const { batchId, rowIds } = await storeBatch(services, fixture.pay, [
      freshRow({ amount: '1000' }),
      freshRow({ amount: '200', cardNo: CARD('0001') }),
      freshRow({ amount: '30', cardNo: CARD('0006') }),
      freshRow({ amount: '4' }),
    ])
    const payer = await signIn(services, fixture.pay)
    await payer.answer('switchRows', { rowIds: [rowIds[3] ?? 0], cancelled: true })
    await startStored(services, batchId)
    const gross = { opTotal: 1230, opPeople: 3 }
    const before = { opSucTotal: 0, opSucPeople: 0, opFailTotal: 0, opFailPeople: 0, providerFee: 0 }
    expect((await listed()).rows).toMatchObject([{ ...gross, ...before }])
    await sendAll(services)
    const sent = { opSucTotal: 1030, opSucPeople: 2, opFailTotal: 200, opFailPeople: 1, providerFee: 66.95 }
    expect((await listed()).rows).toMatchObject([{ ...gross, ...sent }])
    expect(await totals()).toMatchObject({ outcomeMoney: 1030, serviceCost: 66.95 })
    services.clock.advance(11_000)
    await reconcileDays(services, ['2026-03-16'])
    const after = { opSucTotal: 1000, opSucPeople: 1, opFailTotal: 230, opFailPeople: 2, providerFee: 65 }
    expect((await listed()).rows).toMatchObject([{ ...gross, ...after }])
    expect(await totals()).toMatchObject({ outcomeMoney: 1000, serviceCost: 65 })
    expect(await daily()).toEqual([
      { day: '2026-03-16', sucTotal: 1000, sucNum: 1, failTotal: 230, failNum: 2, providerFee: 65 },
    ])
  })

  it('counts people once, and on both sides if one payment succeeded and another failed', async () => {
    const [both, paid, failed] = [freshRow(), freshRow(), freshRow()]
    const bad = { cardNo: CARD('0001') }
    await startedBatch(services, fixture, [
      { ...both, remark: '一' },
      { ...both, ...bad, remark: '二' },
      { ...paid, cardNo: CARD('0006'), remark: '一' },
      { ...paid, cardNo: CARD('0006'), remark: '二' },
      { ...failed, ...bad, remark: '一' },
      { ...failed, ...bad, remark: '二' },
      { ...failed, ...bad, remark: '三' },
    ])
    const expectPeople = async (sides: { opSucPeople: number; opFailPeople: number }) =>
      expect((await listed()).rows).toMatchObject([{ opPeople: 3, ...sides }])
    await expectPeople({ opSucPeople: 0, opFailPeople: 0 })
    await sendAll(services)
    await expectPeople({ opSucPeople: 2, opFailPeople: 2 })
    // The same once the worker has counted them, and again after a payment came back.
    expect(await countEndedPeople(services)).toBe(1)
    expect(await countEndedPeople(services)).toBe(0)
    await expectPeople({ opSucPeople: 2, opFailPeople: 2 })
    services.clock.advance(11_000)
    await reconcileDays(services, ['2026-03-16'])
    await expectPeople({ opSucPeople: 1, opFailPeople: 3 })
    expect(await countEndedPeople(services)).toBe(1)
    await expectPeople({ opSucPeople: 1, opFailPeople: 3 })
    const all = await startedBatch(services, fixture, [
      { ...paid, remark: '三' },
      { ...paid, remark: '四' },
    ])
    await sendAll(services)
    const { rows } = await listed()
    expect(rows.find(({ opId }) => opId === all.batchId)).toMatchObject({ opPeople: 1, opSucPeople: 1 })
  })

  it('counts rows refused at the start as failed', async () => {
    const { batchId } = await readyBatch(services, fixture, [freshRow(), freshRow({ amount: '5000' })])
    await services.query('update providers set monthly_limit_fen = 100000 where provider_id = $1', [
      fixture.providerId,
    ])
    await startStored(services, batchId)
    await sendAll(services)
    expect((await listed()).rows).toMatchObject([
      {
        opTotal: 5100,
        opSucTotal: 100,
        opSucPeople: 1,
        opFailTotal: 5000,
        opFailPeople: 1,
        providerFee: 6.5,
      },
    ])
  })
})

describe('pages of moneyView', () => {
  it('counts from 1 on the wire and returns the first page by default', async () => {
    const made: number[] = []
    for (let n = 0; n < 12; n += 1) {
      // Two and two start at one moment: the later batch comes first.
      services.clock.set(new Date(MONDAY.getTime() + Math.floor(n / 2) * 60_000))
      made.unshift((await startedBatch(services, fixture, freshRows(1))).batchId)
    }
    const page = (fields: Record<string, string>) => asked('moneyView', fields)
    const ids = async (fields: Record<string, string>) => {
      const { data, count } = await page(fields)
      expect(count).toBe(12)
      return (data as Wire[]).map(({ opId }) => opId)
    }
    expect(await ids({})).toEqual(made.slice(0, 10))
    expect(await ids({ index: '1' })).toEqual(made.slice(0, 10))
    expect(await ids({ index: '2' })).toEqual(made.slice(10))
    expect(await ids({ index: '2', size: '5' })).toEqual(made.slice(5, 10))
    expect(await ids({ index: '3', size: '5' })).toEqual(made.slice(10))
    expect(await ids({ index: '9999999' })).toEqual([])
    const client = await signIn(services, fixture.pay)
    for (const index of ['0', '-1', '01', '1.5', 'x']) {
      const { http, body } = await client.wire('moneyView', { index })
      expect([index, http, body.errors?.[0]?.field]).toEqual([index, 400, 'index'])
    }
    for (const size of ['0', '101']) expect((await client.wire('moneyView', { size })).http).toBe(400)
    // In the code pages count from 0 everywhere.
    expect((await client.answer('moneyView', { index: 1 })).rows.map(({ batchId }) => batchId)).toEqual(
      made.slice(10),
    )
  })
})

describe('time range of the fund summary', () => {
  it('filters by start time as a half-open range', async () => {
    const { batchId } = await startedBatch(services, fixture, freshRows(1))
    await sendAll(services)
    const at = MONDAY.getTime()
    for (const [beginTime, endTime, found] of [
      [at, at + 1, true],
      [at, at, false],
      [at + 1, at + 2, false],
      [at - 1, at, false],
      [at + 1, at - 1, false],
      [0, 9_000_000_000_000_000, true],
      [9_000_000_000_000_000, 9_000_000_000_000_000, false],
    ] as const) {
      const range = { beginTime: String(beginTime), endTime: String(endTime) }
      expect([range, (await listed(range)).ids]).toEqual([range, found ? [batchId] : []])
      expect(await totals(range)).toMatchObject({ outcomeMoney: found ? 100 : 0 })
      expect(await daily(range)).toHaveLength(found ? 1 : 0)
    }
  })

  it('groups days by the start time in Shanghai', async () => {
    services.clock.set(new Date('2026-03-16T23:59:59.999+08:00'))
    await startedBatch(services, fixture, freshRows(1))
    services.clock.set(new Date('2026-03-17T00:00:00+08:00'))
    await startedBatch(services, fixture, freshRows(2))
    await sendAll(services)
    expect(await daily()).toMatchObject([
      { day: '2026-03-16', sucTotal: 100, sucNum: 1 },
      { day: '2026-03-17', sucTotal: 200, sucNum: 2 },
    ])
  })

  it('compares the range with the equally long one right before', async () => {
    const pay = async (at: string, amount: string) => {
      services.clock.set(new Date(at))
      await startedBatch(services, fixture, [freshRow({ amount })])
      await sendAll(services)
    }
    await pay('2026-03-09T23:59:59.999+08:00', '1')
    await pay('2026-03-10T00:00:00+08:00', '20')
    await pay('2026-03-12T23:59:59.999+08:00', '300')
    await pay('2026-03-13T00:00:00+08:00', '4000')
    await pay('2026-03-15T23:59:59.999+08:00', '50000')
    await pay('2026-03-16T00:00:00+08:00', '600')
    const range = {
      beginTime: String(ms('2026-03-13T00:00:00+08:00')),
      endTime: String(ms('2026-03-16T00:00:00+08:00')),
    }
    expect(await totals(range)).toEqual({
      outcomeMoney: 54_000,
      serviceCost: 3_510,
      personalTax: 0,
      tax: null,
      before: { outcomeMoney: 320, serviceCost: 20.8 },
    })
    expect(await totals({ beginTime: range.beginTime })).toMatchObject({ outcomeMoney: 54_600, before: null })
    expect(await totals({ endTime: range.endTime })).toMatchObject({ outcomeMoney: 54_321, before: null })
    expect(await totals()).toMatchObject({ outcomeMoney: 54_921, before: null })
  })
})

describe('scope of the fund summary', () => {
  it('includes providers in scope only and answers 404 for others', async () => {
    const made = {} as Record<'A1' | 'A2' | 'B1', number>
    for (const [name, amount] of [
      ['A1', '100'],
      ['A2', '200'],
      ['B1', '400'],
    ] as const) {
      const { batchId } = await storeBatch(services, `pay${name}`, [freshRow({ amount })])
      await payStored(services, batchId)
      made[name] = batchId
    }
    const { A1, A2, B1 } = people.providers
    const yuan: Readonly<Record<string, number>> = { A1: 100, A2: 200, B1: 400 }
    for (const [account, seen] of [
      ['payA1', [A1]],
      ['checkA1', [A1]],
      ['checkA2', [A2]],
      ['managerA', [A1, A2]],
      ['managerB', [B1]],
      ['admin', [A1, A2, B1]],
    ] as const) {
      const client = await signIn(services, account)
      const all = await listed({}, account)
      for (const [name, providerId] of Object.entries(people.providers)) {
        const mine = (seen as readonly number[]).includes(providerId)
        expect([account, name, all.ids.includes(made[name as 'A1'])]).toEqual([account, name, mine])
        const input = { providerId: String(providerId) }
        for (const call of ['moneyView', 'providerMoney', 'moneyDays', 'exportMoneyView'] as const)
          expect([account, name, call, (await client.wire(call, input)).http]).toEqual([
            account,
            name,
            call,
            mine ? 200 : 404,
          ])
        if (mine) expect((await listed(input, account)).ids).toEqual([made[name as 'A1']])
        if (mine) expect(await totals(input, account)).toMatchObject({ outcomeMoney: yuan[name] })
      }
      const shown = all.rows.reduce((sum, row) => sum + Number(row.opSucTotal) * 100, 0)
      expect(await totals({}, account)).toMatchObject({ outcomeMoney: Math.round(shown) / 100 })
    }
    const manager = await signIn(services, 'managerB')
    expect((await manager.wire('moneyView', { providerId: '999999' })).http).toBe(404)
  })
})
