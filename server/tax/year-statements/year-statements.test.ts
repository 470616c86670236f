// Statements of a year through their calls: made once, made anew when figures change, never telling of a payer outside the asker's scope.

import * as XLSX from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { freshRow } from '../../testing/payout-sheet.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { createPeople, type People } from '../../testing/people.ts'
import type { ProviderFixture } from '../../testing/provider-fixture.ts'
import { generateOn, openTaxFixture, payOn } from '../../testing/tax-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { makeYearStatements } from './make-year-statements.ts'

let services: TestServices
let people: People
let manager: Client
let first: ProviderFixture
let second: ProviderFixture

const person = freshRow({ amount: '30000' })
const other = freshRow({ amount: '10000' })

/** One person is paid by both companies, another by the first only. */
beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  first = await openTaxFixture(services, people)
  second = await openTaxFixture(services, people)
  await services.query("update providers set tax_method = 'per-payment' where provider_id = $1", [
    second.providerId,
  ])
  await pay(first, '2026-01-12', '30000')
  await pay(first, '2026-02-12', '30000.01')
  await payOn(services, first, '2026-02-13', { ...other, month: '2026-02' })
  await pay(second, '2026-02-14', '3000')
  await generateOn(services, '2026-03-03')
  manager = await signIn(services, 'managerA')
  await make('2026')
})
// Sessions end while the clock moves on.
beforeEach(async () => {
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

const pay = (fixture: ProviderFixture, day: string, amount: string) =>
  payOn(services, fixture, day, { ...person, amount, month: day.slice(0, 7) })

async function make(year: string, client = manager) {
  const job = await client.answer('generateYearStatements', { year })
  await makeYearStatements(services)
  const ended = await client.answer('yearJob', { year })
  expect(ended).toMatchObject({ jobId: job.jobId, state: 'done' })
  return ended
}

async function listed(client: Client, input: Record<string, unknown> = {}) {
  return (await client.answer('listYearStatements', { year: '2026', size: 100, ...input })).rows
}

const find = async (client: Client, whose = person, input = {}) =>
  (await listed(client, { idCardNo: whose.idCardNo, ...input }))[0]

async function paper(client: Client, statementId: number, more: Record<string, unknown> = {}) {
  const { http, raw } = await client.call('downloadYearStatements', { statementIds: [statementId], ...more })
  expect(http).toBe(200)
  return squeezed(await pdfText(raw.rawPayload))
}

const squeezed = (words: string) => words.replaceAll(/[\s　\u200b]/g, '')
const versionsIn = (client: Client, statementId: number) => client.answer('yearVersions', { statementId })
const auditOf = (action: string) =>
  services.query<{ account: string; provider_id: number | null; object_id: string }>(
    'select account, provider_id, object_id from audit_entries where action = $1 order by entry_id',
    [action],
  )

describe('what a statement tells', () => {
  it('shows a manager all payers of a person on one statement, and a provider its own only', async () => {
    const whole = await find(manager)
    expect(whole).toMatchObject({ incomeFen: 63_000_01n, throughMonth: '2026-02', payers: { length: 2 } })
    for (const fixture of [first, second]) {
      const own = await find(await signIn(services, fixture.pay))
      expect(own?.payers).toHaveLength(1)
      expect(own?.incomeFen).toBe(fixture === first ? 60_000_01n : 3_000_00n)
      const words = await paper(await signIn(services, fixture.check), own?.statementId ?? 0)
      const another = fixture === first ? second : first
      expect(words).not.toContain(squeezed(await nameOf(another)))
      expect(words).toContain(squeezed(await nameOf(fixture)))
    }
  })

  it('has months, costs, deductions, tax, totals and the way of counting in its PDF', async () => {
    const words = await paper(manager, (await find(manager))?.statementId ?? 0)
    expect(words).toContain('2026年（截至2026-02）')
    expect(words).toContain(person.idCardNo)
    expect(words).toContain('2026-0130,000.000.006,000.005,000.000.000.00570.00')
    expect(words).toContain('2026-0230,000.010.006,000.005,000.000.000.00')
    expect(words).toContain('2026-023,000.000.00800.000.000.000.00440.00')
    expect(words).toContain('累计预扣')
    expect(words).toContain('按次预扣')
    expect(words).toMatch(/小计60,000\.010\.0012,000\.0010,000\.000\.000\.00/)
    expect(words).toMatch(/年度合计63,000\.010\.0012,800\.0010,000\.000\.000\.00/)
    expect(words).toContain('以税务机关的记录为准')
    expect(words).toContain('等2份')
  })

  it('is narrowed to one payer in list, PDF and export when the filter is', async () => {
    const filter = { providerId: second.providerId }
    const row = await find(manager, person, filter)
    expect(row?.incomeFen).toBe(3_000_00n)
    const words = await paper(manager, row?.statementId ?? 0, filter)
    expect(words).not.toContain(squeezed(await nameOf(first)))
    const lines = await exported(manager, { year: '2026', ...filter })
    expect(lines.map((line) => line['收入（元）'])).toEqual([3_000])
  })

  it('gives several people as a zip and writes down each payer that was told of', async () => {
    const rows = await listed(manager)
    expect(rows).toHaveLength(2)
    const before = (await auditOf('download-year-statement')).length
    const { raw } = await manager.call('downloadYearStatements', {
      statementIds: rows.map(({ statementId }) => statementId),
    })
    const files = Object.keys(unzipSync(new Uint8Array(raw.rawPayload)))
    expect(files.toSorted()).toEqual(
      rows.map(({ statementNo, name }) => `${statementNo}-${name}-年度收入纳税汇总.pdf`).toSorted(),
    )
    const entries = (await auditOf('download-year-statement')).slice(before)
    expect(entries.map(({ provider_id }) => provider_id).toSorted()).toEqual(
      [first.providerId, first.providerId, second.providerId].toSorted(),
    )
  })

  it('exports a line for each person, payer and month', async () => {
    const lines = await exported(manager, { year: '2026' })
    expect(lines.filter(({ 身份证号: id }) => id === person.idCardNo)).toMatchObject([
      { 月份: '2026-01', '收入（元）': 30_000, '费用（元）': 6_000, '已扣缴税额（元）': 570 },
      { 月份: '2026-02', '收入（元）': 30_000.01, '减除费用（元）': 5_000 },
      { 月份: '2026-02', '收入（元）': 3_000, '费用（元）': 800, 计税方式: '按次预扣' },
    ])
    const [entry] = (await auditOf('export-year-statements')).slice(-1)
    expect(entry).toMatchObject({ account: 'managerA', object_id: 'all' })
  })

  it('masks ID numbers in the list and reveals one with an entry in the audit log', async () => {
    const row = await find(manager)
    expect(row?.idCardNo).not.toBe(person.idCardNo)
    const revealed = await manager.answer('revealPersonal', {
      kind: 'tax-year-statement',
      id: String(row?.statementId),
    })
    expect(revealed.idCardNo).toBe(person.idCardNo)
  })
})

describe('who may see it', () => {
  it("answers 404 for another provider's person, alone, beside one's own and as a version", async () => {
    const payer = await signIn(services, second.pay)
    const own = await find(payer)
    const foreign = await find(await signIn(services, first.pay), other)
    for (const statementIds of [[foreign], [own, foreign]]) {
      const ids = statementIds.map((row) => row?.statementId ?? 0)
      expect((await payer.call('downloadYearStatements', { statementIds: ids })).http).toBe(404)
    }
    const statementId = foreign?.statementId ?? 0
    expect((await payer.call('yearVersions', { statementId })).http).toBe(404)
    expect((await payer.call('downloadYearVersion', { statementId })).http).toBe(404)
  })

  it('tells nothing of a payer that is named beside a statement but out of scope', async () => {
    const payer = await signIn(services, second.pay)
    const statementIds = [(await find(payer))?.statementId ?? 0]
    const { http } = await payer.call('downloadYearStatements', {
      statementIds,
      providerId: first.providerId,
    })
    expect(http).toBe(404)
    expect(await listed(await signIn(services, 'managerB'))).toEqual([])
  })

  it('lists only the own versions among those of a person', async () => {
    const own = await find(await signIn(services, second.pay))
    const { rows } = await versionsIn(await signIn(services, second.pay), own?.statementId ?? 0)
    expect(rows.map(({ providerId }) => providerId)).toEqual([second.providerId])
    expect((await versionsIn(manager, own?.statementId ?? 0)).rows).toHaveLength(2)
  })

  it("hides a platform's job from the managers of another", async () => {
    const job = await manager.answer('yearJob', { year: '2026' })
    const stranger = await signIn(services, 'managerB')
    expect(await stranger.answer('yearJob', { year: '2026' })).toBeNull()
    expect((await stranger.call('cancelYearJob', { jobId: job?.jobId ?? 0 })).http).toBe(404)
  })
})

describe('made again', () => {
  it('makes nothing where nothing has changed', async () => {
    expect(await make('2026')).toMatchObject({ total: 3, done: 3, made: 0 })
    expect(await make('2026', await signIn(services, 'admin'))).toMatchObject({ total: 3, made: 0 })
  })

  it('makes a new version where a payout came back, and keeps the old one as it was', async () => {
    const old = await find(await signIn(services, first.pay), other)
    const oldId = old?.statementId ?? 0
    const before = await paper(await signIn(services, first.pay), oldId)
    const [batch] = await services.query<{ id: number }>(
      `select b.batch_id::int as id from payout_batches b join payout_lines r using (batch_id)
       where r.provider_id = $1 and r.amount_fen = 1000000`,
      [first.providerId],
    )
    await applyUpdateOf(services, batch?.id ?? 0, 'returned')
    await pay(first, '2026-03-12', '1000')
    await generateOn(services, '2026-04-03')
    manager = await signIn(services, 'managerA')
    const payer = await signIn(services, first.pay)
    expect(await make('2026')).toMatchObject({ total: 3, done: 3, made: 3 })
    const row = await find(payer, other)
    expect(row).toMatchObject({ incomeFen: 0n, taxFen: 0n, throughMonth: '2026-03' })
    const { rows } = await versionsIn(payer, row?.statementId ?? 0)
    expect(rows.map(({ version, supersededAt }) => [version, supersededAt === null])).toEqual([
      [2, true],
      [1, false],
    ])
    const standing = await paper(payer, oldId)
    for (const words of ['2026-03期更正：退票冲回收入-10,000.00', '-90.00', '第2版'])
      expect(standing).toContain(words)
    const { raw } = await payer.call('downloadYearVersion', { statementId: oldId })
    const kept = squeezed(await pdfText(raw.rawPayload))
    expect(kept).toContain('本版本已于2026-04-03被第2版替代')
    expect(kept).toContain('2026-0210,000.000.002,000.005,000.000.000.0090.00')
    expect(before).not.toContain('替代')
  })

  it('cannot be deleted', async () => {
    await expect(services.query('delete from tax_year_statements')).rejects.toThrow()
  })

  it('renders the same PDF twice, byte by byte', async () => {
    const row = await find(manager)
    const bytes = async () =>
      (await manager.call('downloadYearStatements', { statementIds: [row?.statementId ?? 0] })).raw.rawPayload
    expect((await bytes()).equals(await bytes())).toBe(true)
  })
})

const nameOf = async ({ providerId }: ProviderFixture) => {
  const [row] = await services.query<{ name: string }>(
    'select payer_name as name from tax_periods where provider_id = $1 limit 1',
    [providerId],
  )
  return row?.name ?? ''
}

async function exported(client: Client, input: { year: string; providerId?: number }) {
  const { raw } = await client.call('exportYearStatements', input)
  const book = XLSX.read(raw.rawPayload)
  const [sheet] = Object.values(book.Sheets)
  return XLSX.utils.sheet_to_json<Record<string, string | number>>(sheet ?? {})
}
