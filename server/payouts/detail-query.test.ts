// The detail query: which rows it lists, under which filters, to whom, and with what of them (D11, D23, D33).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { payoutNo } from '@paywages/domain/payouts/payout-no.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import {
  payStored,
  reconcileDays,
  sendAll,
  settleAll,
  startStored,
  storeBatch,
} from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
} from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { registerWaitingPeople } from './register-people.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
  payer = await signIn(services, fixture.pay)
})
afterAll(async () => {
  services.clock.set(new Date(MONDAY.getTime() + 7 * DAY_MS))
  await expectMoneyTruths(services)
  await services.close()
})

type Wire = Record<string, unknown> & { tranId: string; payoutTime: number; payStatus: number }

/** Signed in again each time: the clock moves by days. */
async function listed(fields: Record<string, string> = {}, account = fixture.pay) {
  const client = await signIn(services, account)
  const { http, body } = await client.wire('payDetails', { size: '100', ...fields })
  expect([http, body.msg]).toEqual([200, ''])
  const rows = body.data as Wire[]
  return { rows, ids: rows.map(({ tranId }) => Number(tranId)), count: body.count }
}

async function counted(fields: Record<string, string> = {}, account = fixture.pay) {
  const client = await signIn(services, account)
  const { http, body } = await client.wire('payDetailCounts', fields)
  expect(http).toBe(200)
  const { totalNum, sucNum, failNum } = body.data as Record<'totalNum' | 'sucNum' | 'failNum', number>
  return [totalNum, sucNum, failNum]
}

const ms = (text: string) => new Date(text).getTime()
const CARD = (ending: string) => `622202120200001${ending}`

describe('rows of the detail query', () => {
  it('are those of started batches, including refused ones, without cancelled ones', async () => {
    await readyBatch(services, fixture, freshRows(1))
    const { batchId, rowIds } = await storeBatch(services, fixture.pay, [
      freshRow(),
      freshRow(),
      freshRow({ amount: '5000' }),
    ])
    const [first = 0, cancelled = 0, refused = 0] = rowIds
    await payer.answer('switchRows', { rowIds: [cancelled], cancelled: true })
    expect(await listed()).toMatchObject({ ids: [], count: 0 })
    await services.query('update providers set monthly_limit_fen = 100000 where provider_id = $1', [
      fixture.providerId,
    ])
    await startStored(services, batchId)
    const { rows, ids, count } = await listed()
    expect([ids, count]).toEqual([[refused, first], 2])
    expect(rows).toMatchObject([
      { payStatus: 2, errMsg: expect.stringContaining('本月累计'), payoutTime: MONDAY.getTime() },
      { payStatus: 0, errMsg: '', payoutTime: MONDAY.getTime() },
    ])
    expect(await counted()).toEqual([2, 0, 1])
  })

  it('are sorted newest first, then by descending row id', async () => {
    const older = await startedBatch(services, fixture, freshRows(2))
    services.clock.advance(1)
    const newer = await startedBatch(services, fixture, freshRows(2))
    const expected = [...newer.rowIds].reverse().concat([...older.rowIds].reverse())
    expect((await listed()).ids).toEqual(expected)
  })

  it('are paged consistently for every page size', async () => {
    await startedBatch(services, fixture, freshRows(8))
    services.clock.advance(60_000)
    await startedBatch(services, fixture, freshRows(15))
    const { ids } = await listed()
    expect(ids).toHaveLength(23)
    for (const size of [1, 3, 4, 10, 22, 23, 100]) {
      const pages: number[] = []
      for (let index = 0; index * size < 23; index += 1) {
        const page = await listed({ index: String(index), size: String(size) })
        expect(page.count).toBe(23)
        expect(page.ids).toEqual(ids.slice(index * size, index * size + size))
        pages.push(...page.ids)
      }
      expect(pages).toEqual(ids)
      expect((await listed({ index: String(Math.ceil(23 / size)), size: String(size) })).ids).toEqual([])
    }
    expect((await listed({ index: '9999999' })).ids).toEqual([])
  })

  it('contain batch, provider, stage and amounts with personal data masked until revealed', async () => {
    const row = freshRow({ idCardNo: '11010519891231001X', amount: '1234.5', remark: '第一周' })
    const { batchId, batchNo, rowIds } = await startedBatch(services, fixture, [row])
    const { rows } = await listed()
    const [provider] = await services.query<{ name: string }>(
      'select name from providers where provider_id = $1',
      [fixture.providerId],
    )
    expect(rows[0]).toMatchObject({
      opId: batchId,
      batchNo,
      uname: row.name,
      uprovider: provider?.name,
      umoney: 1234.5,
      serviceFee: 80.24,
      stage: 'queued',
      masked: 1,
    })
    const sent = JSON.stringify(rows)
    for (const secret of [row.idCardNo, row.phone, row.cardNo]) expect(sent).not.toContain(secret)
    expect(sent).toContain(maskIdCardNo(row.idCardNo))
    const shown = await payer.answer('revealPersonal', { kind: 'payout-row', id: String(rowIds[0]) })
    expect(shown).toMatchObject({ idCardNo: row.idCardNo, phone: row.phone })
    await expectNothingLogged(row.idCardNo)
  })
})

describe('record of one payout', () => {
  it('is its row of the list with its batch, and its person once registered', async () => {
    const { batchId, batchNo, rowIds } = await startedBatch(services, fixture, [
      freshRow({ remark: '第一周' }),
    ])
    const [rowId = 0] = rowIds
    await registerWaitingPeople(services)
    const { rows } = await payer.answer('payDetails', {})
    const { fileName, batchStatus, withholdsTax, providerId, userId, hasReceipt, statementLine, ...row } =
      await payer.answer('payoutRecord', { rowId })
    expect(row).toEqual(rows[0])
    expect(row).toMatchObject({ batchId, batchNo, remark: '第一周', masked: true })
    const { fileName: uploaded } = await payer.answer('batchHead', { batchId })
    expect([fileName, batchStatus, withholdsTax, providerId, hasReceipt, statementLine]).toEqual([
      uploaded,
      'transferring',
      false,
      fixture.providerId,
      false,
      null,
    ])
    const { rows: found } = await payer.answer('listFreelancers', { size: 100 })
    expect(found.map((person) => person.userId)).toContain(userId)
  })

  it('can be read before the start, without payout time and person', async () => {
    const { rowIds } = await storeBatch(services, fixture.pay, [freshRow()])
    expect(await payer.answer('payoutRecord', { rowId: rowIds[0] ?? 0 })).toMatchObject({
      payoutAt: null,
      userId: null,
      batchStatus: 'auditing',
      stage: 'none',
    })
  })

  it('is not found by other companies', async () => {
    const { rowIds } = await storeBatch(services, fixture.pay, [freshRow()])
    const other = await openProviderFixture(services, people)
    const stranger = await signIn(services, other.pay)
    expect((await stranger.call('payoutRecord', { rowId: rowIds[0] ?? 0 })).http).toBe(404)
  })
})

/** The ID number stands in the address of the call. */
async function expectNothingLogged(idCardNo: string) {
  await listed({ cardid: idCardNo })
  await counted({ cardid: idCardNo })
  await payer.wire('downloadDetails', { cardid: idCardNo })
  expect(services.lines.filter((line) => line.includes(idCardNo))).toEqual([])
}

describe('payout time', () => {
  it('is the time the start took effect, even after waiting for a lock', async () => {
    const { batchId } = await readyBatch(services, fixture, freshRows(1))
    const lock = await holdLock(services, 'select pg_advisory_xact_lock(7, $1)', [fixture.providerId])
    const starting = payer.call('decideBatch', { batchId, to: 'transferring', pass: true })
    await lock.untilWaiting(1)
    services.clock.set(new Date('2026-03-17T00:00:00+08:00'))
    await lock.release()
    expect((await starting).http).toBe(200)
    expect((await listed()).rows[0]?.payoutTime).toBe(ms('2026-03-17T00:00:00+08:00'))
    expect(await counted({ endTime: String(ms('2026-03-17T00:00:00+08:00')) })).toEqual([0, 0, 0])
  })

  it('becomes the time of payment, possibly on another day, and stays so after a return', async () => {
    services.clock.set(new Date('2026-03-16T23:59:59.999+08:00'))
    const { rowIds } = await startedBatch(services, fixture, [
      freshRow({ cardNo: CARD('0006') }),
      freshRow({ cardNo: CARD('0001') }),
      freshRow(),
    ])
    const [returned = 0, failed = 0, paid = 0] = rowIds
    const midnight = ms('2026-03-17T00:00:00+08:00')
    const before = { endTime: String(midnight) }
    const after = { beginTime: String(midnight) }
    expect([await counted(before), await counted(after)]).toEqual([
      [3, 0, 0],
      [0, 0, 0],
    ])
    services.clock.set(new Date(midnight))
    await sendAll(services)
    expect([await counted(before), await counted(after)]).toEqual([
      [1, 0, 1],
      [2, 2, 0],
    ])
    expect([(await listed(before)).ids, (await listed(after)).ids]).toEqual([[failed], [paid, returned]])
    services.clock.advance(11_000)
    await reconcileDays(services, ['2026-03-17'])
    expect([await counted(before), await counted(after)]).toEqual([
      [1, 0, 1],
      [2, 1, 1],
    ])
    const { rows } = await listed(after)
    expect(rows).toMatchObject([
      { tranId: String(paid), payStatus: 1, payoutTime: midnight },
      { tranId: String(returned), payStatus: 2, payoutTime: midnight, errMsg: '退票' },
    ])
    const days = await services.query(
      `select day::text, processing, succeeded, failed, succeeded_fen, failed_fen, succeeded_fee_fen
      from payout_days where provider_id = $1 order by day`,
      [fixture.providerId],
    )
    expect(days).toEqual([
      day('2026-03-16', { failed: 1, failed_fen: 10_000n }),
      day('2026-03-17', {
        succeeded: 1,
        failed: 1,
        succeeded_fen: 10_000n,
        failed_fen: 10_000n,
        succeeded_fee_fen: 650n,
      }),
    ])
  })
})

function day(text: string, counts: Record<string, number | bigint>) {
  const none = { processing: 0, succeeded: 0, failed: 0 }
  const noFen = { succeeded_fen: 0n, failed_fen: 0n, succeeded_fee_fen: 0n }
  return { day: text, ...none, ...noFen, ...counts }
}

describe('filters of the detail query', () => {
  it('match part of the name, with % and _ as literal characters', async () => {
    const names = ['王小明', '王小虎', '李小明', '欧阳·小明']
    const { batchId, rowIds } = await startedBatch(
      services,
      fixture,
      names.map((name) => freshRow({ name })),
    )
    const expectNames = async () => {
      expect((await listed({ uname: '王小' })).ids).toEqual([rowIds[1], rowIds[0]])
      expect((await listed({ uname: ' 小明 ' })).ids).toEqual([rowIds[3], rowIds[2], rowIds[0]])
      expect(await counted({ uname: '王小', payStatus: '0' })).toEqual([2, 0, 0])
      for (const uname of ['%', '_', '王%', '王_明', '\\', "'", '王小明明'])
        expect(await listed({ uname })).toMatchObject({ ids: [], count: 0 })
      expect((await listed({ uname: '' })).ids).toHaveLength(4)
    }
    // A batch may be started before its people are registered.
    await expectNames()
    await registerWaitingPeople(services)
    await expectNames()
    const [special] = rowIds
    await services.query("update payout_rows set name = '甲%乙_丙' where row_id = $1", [special])
    await services.query('update payout_batches set registered_at = null where batch_id = $1', [batchId])
    await registerWaitingPeople(services)
    for (const uname of ['%', '_', '%乙_']) expect((await listed({ uname })).ids).toEqual([special])
    expect((await listed({ uname: '_乙%' })).ids).toEqual([])
    await services.query('update payout_rows set name = $2 where row_id = $1', [special, names[0]])
  })

  it('match the number of one payout where a name is asked for', async () => {
    const { batchId, rowIds } = await startedBatch(services, fixture, freshRows(3))
    const waiting = await readyBatch(services, fixture, freshRows(1))
    const numberOf = async (batch: number, row: number) => {
      const [found] = await services.query<{ batch_no: string }>(
        'select batch_no from payout_batches where batch_id = $1',
        [batch],
      )
      return payoutNo(found?.batch_no ?? '', row)
    }
    // Rows are called by their line in the sheet, below its heading.
    const [first, second, last] = [
      await numberOf(batchId, 2),
      await numberOf(batchId, 3),
      await numberOf(batchId, 4),
    ]
    for (const [place, uname] of [first, second, last].entries())
      expect(await listed({ uname })).toMatchObject({ ids: [rowIds[place]], count: 1 })
    for (const uname of [` ${second.replace('-', ' - ')} `, second.replace('-000', '-')])
      expect(await listed({ uname })).toMatchObject({ ids: [rowIds[1]], count: 1 })
    expect(await counted({ uname: second })).toEqual([1, 0, 0])
    expect(await listed({ uname: second, payStatus: '1' })).toMatchObject({ ids: [], count: 0 })
    const none = [await numberOf(batchId, 5), await numberOf(waiting.batchId, 2), '202601010001-0001']
    for (const uname of none) expect(await listed({ uname })).toMatchObject({ ids: [], count: 0 })
    // Another company's number finds nothing.
    const other = await openProviderFixture(services, people, { fen: 100n })
    expect(await listed({ uname: second }, other.pay)).toMatchObject({ ids: [], count: 0 })
  })

  it('match the whole ID number with x in either case', async () => {
    const row = freshRow({ idCardNo: '11010519891231001X' })
    const { rowIds } = await startedBatch(services, fixture, [row, freshRow()])
    for (const cardid of ['11010519891231001X', '11010519891231001x', ' 11010519891231001x '])
      expect(await listed({ cardid })).toMatchObject({ ids: [rowIds[0]], count: 1 })
    for (const cardid of ['1101051989123100', '11010519891231001', '%', '110105********001X'])
      expect(await listed({ cardid })).toMatchObject({ ids: [], count: 0 })
    expect(await counted({ cardid: row.idCardNo })).toEqual([1, 0, 0])
    expect((await listed({ cardid: '' })).count).toBe(2)
  })

  it('match the status, where 4 means all', async () => {
    const { rowIds } = await startedBatch(services, fixture, [freshRow(), freshRow({ cardNo: CARD('0001') })])
    await sendAll(services)
    const waiting = await startedBatch(services, fixture, freshRows(1))
    const [paid = 0, failed = 0] = rowIds
    const [processing = 0] = waiting.rowIds
    const byStatus = { '0': [processing], '1': [paid], '2': [failed], '4': [processing, failed, paid] }
    for (const [payStatus, ids] of Object.entries(byStatus))
      expect(await listed({ payStatus })).toMatchObject({ ids, count: ids.length })
    expect(await counted({ payStatus: '2' })).toEqual([1, 0, 1])
    for (const payStatus of ['3', '5', 'all', '1 or 1=1'])
      expect((await payer.wire('payDetails', { payStatus })).http).toBe(400)
  })

  it('match the time range, including the begin and excluding the end', async () => {
    const { rowIds } = await startedBatch(services, fixture, freshRows(1))
    const at = MONDAY.getTime()
    for (const [beginTime, endTime, found] of [
      [at, at + 1, true],
      [at, at, false],
      [at + 1, at + 2, false],
      [at - 1, at, false],
      [at + 1, at - 1, false],
      [0, 9_000_000_000_000_000, true],
      [9_000_000_000_000_000, 9_000_000_000_000_000, false],
      [ms('2026-03-16T00:00:00+08:00'), ms('2026-03-17T00:00:00+08:00'), true],
      [ms('2026-03-15T00:00:00+08:00'), ms('2026-03-16T00:00:00+08:00'), false],
    ] as const) {
      const range = { beginTime: String(beginTime), endTime: String(endTime) }
      expect([range, (await listed(range)).ids]).toEqual([range, found ? rowIds : []])
      expect(await counted(range)).toEqual([found ? 1 : 0, 0, 0])
    }
    expect((await payer.wire('downloadDetails', { endTime: '9999999999999999' })).http).toBe(200)
  })
})

describe('scope of the detail query', () => {
  it('is the own provider, the platform or everything; other providers answer 404', async () => {
    const made = {} as Record<'A1' | 'A2' | 'B1', number>
    for (const name of ['A1', 'A2', 'B1'] as const) {
      const { batchId, rowIds } = await storeBatch(services, `pay${name}`)
      await payStored(services, batchId)
      made[name] = rowIds[0] ?? 0
    }
    await settleAll(services)
    await registerWaitingPeople(services)
    const { A1, A2, B1 } = people.providers
    for (const [account, seen] of [
      ['payA1', [A1]],
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
        for (const call of ['payDetails', 'payDetailCounts', 'downloadDetails'] as const)
          expect((await client.wire(call, input)).http).toBe(mine ? 200 : 404)
        if (mine) expect((await listed(input, account)).ids).toEqual([made[name as 'A1']])
      }
      const [total] = await counted({}, account)
      expect(total).toBe(all.count)
    }
    const manager = await signIn(services, 'managerB')
    expect((await manager.wire('payDetails', { providerId: '999999' })).http).toBe(404)
  })
})
