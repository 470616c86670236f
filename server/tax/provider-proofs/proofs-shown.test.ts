// What people see of tax proofs: the list and its filters, one in detail against the ledger, on the person's page, on the workbench.

import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { registerBatches, settleAll } from '../../testing/payout-batches.ts'
import { freshRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import {
  generateOn,
  oneProof,
  openTaxFixture,
  payOn,
  proofsOf,
  sendProof,
} from '../../testing/tax-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

async function threeMonths() {
  const fixture = await openTaxFixture(services, people)
  await payOn(services, fixture, '2026-01-12')
  await payOn(services, fixture, '2026-02-12')
  await payOn(services, fixture, '2026-03-12')
  await generateOn(services, '2026-04-03')
  const [march, february, january] = (await proofsOf(services, fixture)).map(({ taxId }) => taxId)
  return { fixture, march: march ?? 0, february: february ?? 0, january: january ?? 0 }
}

describe('listProofs', () => {
  it('returns the newest month first and filters by status, month, provider and due', async () => {
    const { fixture, january, february, march } = await threeMonths()
    const payer = await signIn(services, fixture.pay)
    const manager = await signIn(services, 'managerA')
    await sendProof(payer, january)
    await sendProof(payer, february)
    await manager.call('rejectProof', { taxId: february, reason: '不符' })
    const of = async (input: object) =>
      (await payer.answer('listProofs', input)).rows.map(({ taxId }) => taxId)
    expect(await of({})).toEqual([march, february, january])
    expect(await of({ status: '-1' })).toEqual([march, february, january])
    expect(await of({ status: '0' })).toEqual([march])
    expect(await of({ status: '1' })).toEqual([january])
    expect(await of({ status: '2' })).toEqual([february])
    expect(await of({ status: '3' })).toEqual([])
    expect(await of({ due: '1' })).toEqual([march, february])
    expect(await of({ index: 1, size: 2 })).toEqual([january])
    const firstOf = new Date('2026-02-01T00:00:00+08:00')
    for (const at of [firstOf.getTime(), new Date('2026-03-01T00:00:00+08:00').getTime() - 1])
      expect(await of({ monthAt: new Date(at) })).toEqual([february])
    expect(await of({ monthAt: new Date(firstOf.getTime() - 1) })).toEqual([january])
    expect(await of({ monthAt: new Date(8_640_000_000_000_000) })).toEqual([])
    const { rows } = await manager.answer('listProofs', { providerId: fixture.providerId, status: '0' })
    expect(rows).toMatchObject([{ taxId: march, month: '2026-03', file: null, uploadedAt: null, reason: '' }])
    expect((await payer.wire('listProofs', { taxStatus: '4' })).http).toBe(400)
  })

  it('omits proofs of other providers', async () => {
    const { fixture, taxId } = await oneProof(services, people)
    for (const account of ['payA2', 'checkA1', 'managerB']) {
      const { rows } = await (await signIn(services, account)).answer('listProofs', {})
      expect(rows.filter((row) => row.taxId === taxId)).toEqual([])
    }
    const { rows } = await (await signIn(services, fixture.check)).answer('listProofs', {})
    expect(rows.map((row) => row.taxId)).toEqual([taxId])
  })

  it('exports the filtered proofs and writes an audit entry', async () => {
    const { fixture, january, february } = await threeMonths()
    await sendProof(await signIn(services, fixture.pay), january)
    await sendProof(await signIn(services, fixture.pay), february)
    await (await signIn(services, 'managerA')).call('rejectProof', { taxId: february, reason: '不符' })
    const reader = await signIn(services, fixture.check)
    const sheetOf = async (input: object) => {
      const { raw } = await reader.call('exportProofs', input)
      const book = XLSX.read(raw.rawPayload)
      const sheet = book.Sheets.供应商完税证明 as XLSX.WorkSheet
      const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' })
      return { rows, disposition: decodeURIComponent(String(raw.headers['content-disposition'])) }
    }
    const { rows, disposition } = await sheetOf({})
    expect(disposition).toContain('供应商完税证明-2026-04-03.xlsx')
    const name = `Provider ${fixture.pay.slice(3)}`
    const time = '2026-04-03 10:00:00'
    expect(rows).toEqual([
      [
        '月份',
        '税额（元）',
        '发放金额（元）',
        '人数',
        '完税证明文件',
        '供应商',
        '最后上传时间',
        '状态',
        '驳回原因',
      ],
      ['2026-03', 570, 30000, 1, '', name, '', '待上传', ''],
      ['2026-02', 570, 30000, 1, 'picture.png', name, time, '已驳回', '不符'],
      ['2026-01', 570, 30000, 1, 'picture.png', name, time, '已上传', ''],
    ])
    expect((await sheetOf({ status: '2' })).rows).toHaveLength(2)
    expect(
      await services.query(
        "select object_kind from audit_entries where action = 'export-tax-proofs' and account = $1",
        [fixture.check],
      ),
    ).toEqual([{ object_kind: 'tax-proofs' }, { object_kind: 'tax-proofs' }])
  })
})

describe('proofDetail', () => {
  it('matches the ledger and shows corrections and open payouts', async () => {
    const fixture = await openTaxFixture(services, people)
    const first = await payOn(services, fixture, '2026-01-12')
    await payOn(services, fixture, '2026-01-20', { amount: '10000' })
    await generateOn(services, '2026-02-03')
    await payOn(services, fixture, '2026-02-12', { amount: '20000' })
    await applyUpdateOf(services, first.batchId, 'returned')
    await payOn(services, fixture, '2026-02-26', { amount: '5000', settles: false })
    await generateOn(services, '2026-03-03')
    const [february, january] = (await proofsOf(services, fixture)).map(({ taxId }) => taxId)
    const look = async (taxId = 0) => (await signIn(services, fixture.check)).answer('proofDetail', { taxId })
    expect(await look(january)).toMatchObject({
      incomeFen: 40_000_00n,
      taxFen: 660_00n,
      ledgerTaxFen: 660_00n,
      peopleCount: 2,
      correctedCount: 0,
      openCount: 0,
    })
    expect(await look(february)).toMatchObject({
      incomeFen: -10_000_00n,
      taxFen: -240_00n,
      ledgerTaxFen: -240_00n,
      correctedCount: 1,
      correctedIncomeFen: -30_000_00n,
      correctedTaxFen: -570_00n,
      openCount: 1,
      openFen: 5_000_00n,
    })
    await settleAll(services)
    await generateOn(services, '2026-04-03')
    const [march] = (await proofsOf(services, fixture)).map(({ taxId }) => taxId)
    expect(await look(march)).toMatchObject({ incomeFen: 5_000_00n, correctedCount: 1, openCount: 0 })
  })
})

describe('taxProof in freelancerDetail', () => {
  it('marks a payout as 已完税 while the proof of its period is accepted', async () => {
    const { fixture, taxId } = await oneProof(services, people)
    const row = freshRow({ amount: '8000', month: '2026-02' })
    // Declared in the next period, which has no proof yet.
    await payOn(services, fixture, '2026-02-12', row)
    await registerBatches(services)
    const shown = async (who: string) => {
      const { rows, beside } = await (await signIn(services, fixture.pay)).answer('freelancerDetail', { who })
      return [rows.map(({ taxProof }) => taxProof), beside.person.months.map(({ taxProof }) => taxProof)]
    }
    const [paid] = await services.query<{ uid: number }>(
      'select min(freelancer_id)::int as uid from provider_freelancers where provider_id = $1',
      [fixture.providerId],
    )
    const who = String(paid?.uid)
    const none = ['', '', '', '']
    expect(await shown(who)).toEqual([['未完税'], [...none, '未完税', '']])
    await sendProof(await signIn(services, fixture.pay), taxId)
    expect(await shown(who)).toEqual([['已完税'], [...none, '已完税', '']])
    expect((await shown(row.idCardNo))[0]).toEqual(['未完税'])
    await (await signIn(services, 'managerA')).call('rejectProof', { taxId, reason: '不符' })
    expect((await shown(who))[0]).toEqual(['未完税'])
    await sendProof(await signIn(services, fixture.pay), taxId)
    expect((await shown(who))[0]).toEqual(['已完税'])
  })
})

describe('todos for tax proofs', () => {
  it('lists proofs without an accepted file for those who may upload one', async () => {
    const { fixture, january, february, march } = await threeMonths()
    const todoOf = async (account: string) =>
      (await (await signIn(services, account)).answer('todos', {})).todos.find(
        ({ kind }) => kind === 'upload-tax-proof',
      )
    const payer = await signIn(services, fixture.pay)
    expect(await todoOf(fixture.pay)).toMatchObject({ count: 3, title: '2026-01', providerName: '' })
    expect(await todoOf(fixture.check)).toBeUndefined()
    await sendProof(payer, january)
    await sendProof(payer, february)
    expect(await todoOf(fixture.pay)).toMatchObject({ count: 1, title: '2026-03' })
    await (await signIn(services, 'managerA')).call('rejectProof', { taxId: january, reason: '不符' })
    expect(await todoOf(fixture.pay)).toMatchObject({ count: 2, title: '2026-01' })
    await sendProof(payer, january)
    await sendProof(payer, march)
    expect(await todoOf(fixture.pay)).toBeUndefined()
    expect((await todoOf('payA2'))?.kind).toBeUndefined()
  })
})
