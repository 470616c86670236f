// The list of batches and the head of one: scope, filters, order, and counts that exist only at transfer (D3, D11, spec §4).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { payStored, type StoredBatch, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const made = {} as Record<'first' | 'second' | 'paid' | 'a2' | 'b1', StoredBatch>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const store = async (name: keyof typeof made, account: string, rows = freshRows(1)) => {
    made[name] = await storeBatch(services, account, rows)
    services.clock.advance(60_000)
  }
  await store('first', 'payA1')
  await store('a2', 'payA2')
  await store('b1', 'payB1')
  const twice = freshRow()
  await store('paid', 'payA1', [twice, { ...twice, remark: 'again' }, freshRow({ amount: '50.5' })])
  await takeStep(services, 'payA1', made.paid.batchId, 'reviewing')
  await takeStep(services, 'checkA1', made.paid.batchId, 'ready')
  await payStored(services, made.paid.batchId)
  await store('second', 'payA1')
})
afterAll(() => services.close())

type Name = keyof typeof made

async function listed(account: string, input: Record<string, string> = {}) {
  const { http, body } = await (await signIn(services, account)).wire('listBatches', input)
  expect(http).toBe(200)
  const ids = new Map(Object.entries(made).map(([name, { batchId }]) => [batchId, name as Name]))
  const rows = body.data as ({ opId: number } & Record<string, unknown>)[]
  return { names: rows.map(({ opId }) => ids.get(opId)), count: body.count, rows }
}

describe('listBatches', () => {
  it.each<[string, Name[]]>([
    ['payA1', ['second', 'paid', 'first']],
    ['checkA1', ['second', 'paid', 'first']],
    ['payA2', ['a2']],
    ['managerA', ['second', 'paid', 'a2', 'first']],
    ['managerB', ['b1']],
    ['admin', ['second', 'paid', 'b1', 'a2', 'first']],
  ])('returns to %s the batches in scope, newest first', async (account, names) => {
    expect(await listed(account)).toMatchObject({ names, count: names.length })
  })

  it('filters by provider within the scope', async () => {
    const { A1, A2, B1 } = people.providers
    expect((await listed('managerA', { providerId: String(A2) })).names).toEqual(['a2'])
    expect((await listed('payA1', { providerId: String(A1) })).names).toHaveLength(3)
    const { http } = await (await signIn(services, 'managerA')).call('listBatches', { providerId: B1 })
    expect(http).toBe(404)
  })

  it('filters by upload time, including the begin and excluding the end', async () => {
    const at = (minutes: number) => String(MONDAY.getTime() + minutes * 60_000)
    expect((await listed('admin', { beginTime: at(1), endTime: at(3) })).names).toEqual(['b1', 'a2'])
    expect((await listed('admin', { beginTime: at(4) })).names).toEqual(['second'])
    expect((await listed('admin', { endTime: at(0) })).names).toEqual([])
  })

  it('returns pages', async () => {
    expect(await listed('admin', { size: '2', index: '1' })).toMatchObject({ names: ['b1', 'a2'], count: 5 })
  })

  it.each(['opTime', 'excelName', 'totalMoney', 'status'])('sorts by %s, both ways', async (column) => {
    const up = (await listed('admin', { sort: column })).rows.map((row) => row[column] as number | string)
    expect(up).toHaveLength(5)
    expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
    const down = (await listed('admin', { sort: `-${column}` })).rows.map((row) => row[column])
    expect(down).toEqual(up.toReversed())
  })

  it('filters by status and by part of the file name, and sums what it finds', async () => {
    const client = await signIn(services, 'admin')
    const found = async (input: Record<string, string>) => {
      const { body } = await client.wire('listBatches', input)
      return [body.count, (body as unknown as { sumMoney: number }).sumMoney]
    }
    const { rows } = await listed('admin')
    const sum = (of: typeof rows) => of.reduce((total, row) => total + Number(row.totalMoney), 0)
    expect(await found({})).toEqual([5, sum(rows)])
    expect(await found({ size: '1' })).toEqual([5, sum(rows)])
    expect(await found({ status: '5' })).toEqual([1, 250.5])
    expect(await found({ status: '0' })).toEqual([4, sum(rows) - 250.5])
    expect(await found({ excelName: 'HEET' })).toEqual([5, sum(rows)])
    expect(await found({ excelName: '%' })).toEqual([0, 0])
  })

  it.each(['opName', '-opId', 'totalMoney;drop', '--opTime'])('refuses to sort by %s', async (sort) => {
    const { http, body } = await (await signIn(services, 'admin')).wire('listBatches', { sort })
    expect([http, body.msg]).toEqual([400, '不支持按该列排序'])
  })

  it.each([{ beginTime: 'yesterday' }, { providerId: '1 or 1=1' }, { index: 'x' }])(
    'rejects %j',
    async (input) => {
      expect((await (await signIn(services, 'admin')).wire('listBatches', input)).http).toBe(400)
    },
  )

  it('returns success counts only after the start, and whether the batch is of the own provider', async () => {
    const { rows } = await listed('managerA')
    const [second, paid, a2] = rows
    const { batchId, batchNo } = made.paid
    expect(paid).toEqual({
      opId: batchId,
      batchNo,
      providerName: 'Provider A1',
      excelName: 'sheet.xlsx',
      excelSize: 1_000,
      opTime: MONDAY.getTime() + 3 * 60_000,
      opName: 'payA1',
      opRealName: 'Name of payA1',
      totalNum: 3,
      peopleNum: 2,
      cancelNum: 0,
      sucNum: 3,
      failNum: 0,
      processingNum: 0,
      totalMoney: 250.5,
      status: 5,
      withdrawn: 0,
      isSign: 0,
      ownProvider: 1,
      reviewNum: 1,
      managerReview: 0,
      reviewedNum: 0,
      scheduleTime: null,
    })
    expect(second).toMatchObject({ sucNum: 0, failNum: 0, processingNum: 0, status: 0, ownProvider: 1 })
    expect(a2).toMatchObject({ ownProvider: 0 })
  })
})

describe('batchHead', () => {
  it('returns the totals of what will be paid', async () => {
    const { body } = await (await signIn(services, 'checkA1')).call('batchHead', {
      batchId: made.paid.batchId,
    })
    expect(body.data).toMatchObject({
      opId: made.paid.batchId,
      providerId: people.providers.A1,
      providerName: 'Provider A1',
      status: 5,
      serviceRate: 650,
      isPersonalTax: 0,
      totalNum: 3,
      cancelNum: 0,
      rowNum: 3,
      peopleNum: 2,
      totalMoney: 250.5,
      serviceFee: 16.28,
      personalTax: 0,
    })
  })

  it('answers accounts in scope and 404 for others', async () => {
    const { batchId } = made.a2
    for (const [account, http] of [
      ['checkA2', 200],
      ['managerA', 200],
      ['admin', 200],
      ['payA1', 404],
      ['managerB', 404],
    ] as const)
      expect((await (await signIn(services, account)).call('batchHead', { batchId })).http).toBe(http)
  })

  it('does not expose the content hash', async () => {
    const { raw } = await (await signIn(services, 'checkA1')).call('batchHead', {
      batchId: made.paid.batchId,
    })
    expect(raw.payload).not.toMatch(/hash|[0-9a-f]{64}/i)
  })
})
