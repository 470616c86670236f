// Tax certificates through their calls: made once a closed month, found by every filter, exported and handed out, each look written down.

import * as XLSX from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { registerBatches } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { openTaxFixture, payOn, sendProof } from '../../testing/tax-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
// Nothing is left to make for the next test, which counts.
afterEach(async () => {
  services.clock.set(new Date('2026-06-03T10:00:00+08:00'))
  await (await signIn(services, 'admin')).call('generateStatements', {})
})
afterAll(() => services.close())

const reported = ({ http, body }: Reply) => `${http} ${body.code ?? ''}`.trim()
const squeezed = (words: string) => words.replaceAll(/[\s　\u200b]/g, '')
const entriesOf = (action: string, object: number | string) =>
  services.query<{ account: string; provider_id: number | null; after: unknown }>(
    'select account, provider_id, after from audit_entries where action = $1 and object_id = $2 order by entry_id',
    [action, String(object)],
  )

async function generateOn(day: string, account = 'managerA'): Promise<number> {
  services.clock.set(new Date(`${day}T10:00:00+08:00`))
  return (await signIn(services, account)).answer('generateStatements', {})
}

async function listed(fixture: ProviderFixture, input: Record<string, unknown> = {}) {
  const all = { size: 100, ...input }
  return (await (await signIn(services, fixture.pay)).answer('listStatementsOfPeople', all)).rows
}

const paidIn = (month: string, amount: string): SheetRow => freshRow({ month, amount })

/** Two people in January, one of them again in February. */
async function twoMonths() {
  const fixture = await openTaxFixture(services, people)
  const [one, other] = [paidIn('2026-01', '30000'), paidIn('2026-01', '8000')]
  await payOn(services, fixture, '2026-01-12', one)
  await payOn(services, fixture, '2026-01-13', other)
  await payOn(services, fixture, '2026-02-12', { ...one, amount: '12000', month: '2026-02' })
  await registerBatches(services)
  const made = await generateOn('2026-03-03')
  return { fixture, one, other, made }
}

describe('generating tax certificates', () => {
  it('creates one certificate per person and month once and closes open months', async () => {
    const { fixture, one, other, made } = await twoMonths()
    expect(made).toBe(3)
    expect(await generateOn('2026-03-04')).toBe(0)
    expect(await generateOn('2026-03-04', 'admin')).toBe(0)
    const rows = await listed(fixture)
    expect(rows.map(({ month, name }) => [month, name])).toEqual([
      ['2026-02', one.name],
      ...[one.name, other.name].toSorted().map((name) => ['2026-01', name]),
    ])
    const periods = await services.query<{ id: number; month: string; income: bigint; tax: bigint }>(
      'select tax_id as id, month, income_fen as income, tax_fen as tax from tax_periods where provider_id = $1',
      [fixture.providerId],
    )
    for (const { id, month, income, tax } of periods) {
      const own = rows.filter((row) => row.month === month)
      expect(own.reduce((sum, { incomeFen }) => sum + incomeFen, 0n)).toBe(income)
      expect(own.reduce((sum, { taxFen }) => sum + taxFen, 0n)).toBe(tax)
      expect(await entriesOf('generate-tax-statements', id)).toMatchObject([
        { account: 'managerA', provider_id: fixture.providerId, after: { month, people: own.length } },
      ])
    }
  })

  it('creates certificates for months already closed by generateProofs', async () => {
    const fixture = await openTaxFixture(services, people)
    await payOn(services, fixture, '2026-01-12')
    services.clock.set(new Date('2026-02-03T10:00:00+08:00'))
    await (await signIn(services, 'managerA')).answer('generateProofs', {})
    expect(await listed(fixture)).toEqual([])
    expect(await generateOn('2026-02-03')).toBe(1)
  })

  it('creates certificates in only one of two concurrent requests', async () => {
    const fixture = await openTaxFixture(services, people)
    await payOn(services, fixture, '2026-01-12')
    services.clock.set(new Date('2026-02-03T10:00:00+08:00'))
    const clients = [await signIn(services, 'managerA'), await signIn(services, 'admin')]
    await clients[0]?.answer('generateProofs', {})
    const lock = await holdLock(services, 'select 1 from tax_periods where provider_id = $1 for update', [
      fixture.providerId,
    ])
    const both = Promise.all(clients.map((client) => client.answer('generateStatements', {})))
    await lock.untilWaiting(2)
    await lock.release()
    expect((await both).toSorted()).toEqual([0, 1])
    expect(await listed(fixture)).toHaveLength(1)
  })

  it('rejects the request when nobody was paid up to last month', async () => {
    services.clock.set(new Date('2026-03-16T10:00:00+08:00'))
    const { http, body } = await (await signIn(services, 'managerB')).call('generateStatements', {})
    expect([http, body.msg]).toEqual([422, '2026-02 没有成功的发放记录，无需生成完税证明'])
  })

  it('rejects accounts that are not managers and creates nothing out of scope', async () => {
    const fixture = await openTaxFixture(services, people)
    await payOn(services, fixture, '2026-01-12')
    services.clock.set(new Date('2026-02-03T10:00:00+08:00'))
    for (const account of [fixture.pay, fixture.check])
      expect(reported(await (await signIn(services, account)).call('generateStatements', {}))).toBe(
        '403 not-allowed',
      )
    await (await signIn(services, 'managerB')).call('generateStatements', {})
    expect(await listed(fixture)).toEqual([])
  })
})

describe('listing tax certificates', () => {
  it('filters by month, part of the name, full ID number, person and provider', async () => {
    const { fixture, one, other } = await twoMonths()
    const found = async (input: Record<string, unknown>) =>
      (await listed(fixture, input)).map(({ month, name }) => `${month} ${name}`)
    const [january, february] = [`2026-01 ${one.name}`, `2026-02 ${one.name}`]
    expect(await found({ month: '2026-02' })).toEqual([february])
    expect(await found({ month: '2025-12' })).toEqual([])
    expect(await found({ name: other.name.slice(1) })).toContain(`2026-01 ${other.name}`)
    expect(await found({ name: '%' })).toEqual([])
    expect(await found({ idCardNo: one.idCardNo.toLowerCase() })).toEqual([february, january])
    expect(await found({ idCardNo: one.idCardNo.slice(0, 12) })).toEqual([])
    const [paid] = await services.query<{ uid: number }>(
      `select freelancer_id::int as uid from provider_freelancers where provider_id = $1 and name = $2`,
      [fixture.providerId, one.name],
    )
    expect(await found({ userId: paid?.uid })).toEqual([february, january])
    const foreign = await signIn(services, 'payA2')
    const ofTheirs = { userId: paid?.uid }
    expect((await foreign.answer('listStatementsOfPeople', ofTheirs)).rows).toEqual([])
    const { raw } = await foreign.call('exportStatementsOfPeople', ofTheirs)
    expect(XLSX.utils.sheet_to_json(XLSX.read(raw.rawPayload).Sheets.个人完税证明 ?? {})).toEqual([])
    expect(await found({ providerId: fixture.providerId })).toHaveLength(3)
    const manager = await signIn(services, 'managerA')
    const elsewhere = { providerId: people.providers.A2, size: 100 }
    expect((await manager.answer('listStatementsOfPeople', elsewhere)).rows).toEqual([])
  })

  it('masks the ID number, reveals it with an audit entry, and shows whether the tax is paid', async () => {
    const { fixture, one } = await twoMonths()
    const [row] = await listed(fixture, { month: '2026-02' })
    expect(row).toMatchObject({
      incomeFen: 12_000_00n,
      proofStatus: 'pending',
      providerId: fixture.providerId,
    })
    expect(row?.statementNo).toMatch(/^MX202602\d{8}$/)
    expect(row?.idCardNo).toBe(`${one.idCardNo.slice(0, 6)}********${one.idCardNo.slice(14)}`)
    const payer = await signIn(services, fixture.pay)
    const look = { kind: 'tax-statement', id: String(row?.statementId) } as const
    expect(await payer.answer('revealPersonal', look)).toEqual({
      idCardNo: one.idCardNo,
      phone: '',
      cardNo: '',
    })
    expect(reported(await (await signIn(services, 'payA2')).call('revealPersonal', look))).toBe(
      '404 not-found',
    )
    expect(await entriesOf('read-personal-data', look.id)).toMatchObject([{ account: fixture.pay }])
    const [period] = await services.query<{ id: number }>(
      `select tax_id as id from tax_periods where provider_id = $1 and month = '2026-02'`,
      [fixture.providerId],
    )
    await sendProof(payer, period?.id ?? 0)
    expect(await listed(fixture, { month: '2026-02' })).toMatchObject([{ proofStatus: 'uploaded' }])
  })

  it('omits other providers and shows months that need no proof', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n })
    await payOn(services, fixture, '2026-01-12')
    await generateOn('2026-02-03')
    expect(await listed(fixture)).toMatchObject([{ proofStatus: null, taxFen: 0n, incomeFen: 30_000_00n }])
    const other = await signIn(services, 'payA2')
    const rows = (await other.answer('listStatementsOfPeople', { size: 100 })).rows
    expect(rows.filter(({ providerId }) => providerId === fixture.providerId)).toEqual([])
    const input = { providerId: fixture.providerId }
    expect((await other.call('listStatementsOfPeople', input)).http).toBe(404)
  })

  it('exports certificates in full and writes an audit entry', async () => {
    const { fixture, one } = await twoMonths()
    const payer = await signIn(services, fixture.pay)
    const { raw } = await payer.call('exportStatementsOfPeople', { month: '2026-02' })
    expect(raw.headers['content-disposition']).toContain(encodeURIComponent('个人完税证明-2026-03-03.xlsx'))
    const book = XLSX.read(raw.rawPayload)
    const lines = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets.个人完税证明 ?? {})
    expect(lines).toMatchObject([
      { 月份: '2026-02', 姓名: one.name, 身份证号: one.idCardNo, '收入（元）': 12_000, 完税状态: '未完税' },
    ])
    expect((await entriesOf('export-tax-statements', 'all')).at(-1)).toMatchObject({ account: fixture.pay })
  })
})

describe('downloading tax certificates', () => {
  it('returns one PDF matching the period or a zip of several, with an audit entry for each', async () => {
    const { fixture, one, other } = await twoMonths()
    const rows = await listed(fixture)
    const [february, ...january] = rows
    if (!february) throw new Error('nothing is listed')
    const checker = await signIn(services, fixture.check)
    const statementIds = [february.statementId]
    const { raw } = await checker.call('downloadStatementsOfPeople', { statementIds })
    expect(raw.headers['content-type']).toBe('application/pdf')
    expect(decodeURIComponent(String(raw.headers['content-disposition']))).toContain(
      `${february.statementNo}-${one.name}.pdf`,
    )
    const words = squeezed(await pdfText(raw.rawPayload))
    for (const part of [
      one.name,
      one.idCardNo,
      february.statementNo,
      '2026年2月',
      '12,000.00',
      '以税务机关开具的完税证明为准',
    ])
      expect(words).toContain(part)
    // The year's sums: January's and February's.
    const [first] = january.filter(({ name }) => name === one.name)
    expect(words).toContain('累计收入（元）42,000.00')
    expect(words).toContain(`累计扣缴个人所得税（元）${yuan((first?.taxFen ?? 0n) + february.taxFen)}`)
    expect(words).not.toContain('更正以前月份')

    const all = rows.map(({ statementId }) => statementId)
    const zip = await checker.call('downloadStatementsOfPeople', { statementIds: all })
    expect(zip.raw.headers['content-type']).toBe('application/zip')
    const parts = unzipSync(new Uint8Array(zip.raw.rawPayload))
    expect(Object.keys(parts)).toEqual(rows.map(({ statementNo, name }) => `${statementNo}-${name}.pdf`))
    const texts = await Promise.all(Object.values(parts).map(pdfText))
    expect(texts.filter((text) => text.includes(other.idCardNo))).toHaveLength(1)
    const entries = await entriesOf('download-tax-statement', february.statementId)
    expect(entries.map(({ account }) => account)).toEqual([fixture.check, fixture.check])
  })

  it('returns the same PDF after the provider was renamed and a payout returned', async () => {
    const fixture = await openTaxFixture(services, people)
    const { batchId } = await payOn(services, fixture, '2026-01-12')
    await generateOn('2026-02-03')
    const [row] = await listed(fixture)
    const payer = await signIn(services, fixture.pay)
    const paper = async () => {
      const input = { statementIds: [row?.statementId ?? 0] }
      return pdfText((await payer.call('downloadStatementsOfPeople', input)).raw.rawPayload)
    }
    const before = await paper()
    await services.query(
      "update providers set name = name || 'x', bank_account_name = '改名后的公司', taxpayer_id = 'X1' where provider_id = $1",
      [fixture.providerId],
    )
    await applyUpdateOf(services, batchId, 'returned')
    expect(await paper()).toBe(before)
  })

  it('serves the PDF inline on request', async () => {
    const { fixture } = await twoMonths()
    const [row] = await listed(fixture)
    const input = { statementIds: [row?.statementId ?? 0], inline: '1' as const }
    const { raw } = await (await signIn(services, fixture.pay)).call('downloadStatementsOfPeople', input)
    expect(String(raw.headers['content-disposition'])).toMatch(/^inline/)
  })

  it('lists returns and late successes with their reason and sums both', async () => {
    const fixture = await openTaxFixture(services, people)
    const person = paidIn('2026-01', '30000')
    const returned = await payOn(services, fixture, '2026-01-12', person)
    const late = await payOn(services, fixture, '2026-01-20', { ...person, amount: '5000', settles: false })
    await generateOn('2026-02-03')
    await applyUpdateOf(services, returned.batchId, 'returned')
    await applyUpdateOf(services, late.batchId, 'succeeded')
    await payOn(services, fixture, '2026-02-12', { ...person, amount: '7000', month: '2026-02' })
    await generateOn('2026-03-03')
    const [row] = await listed(fixture, { month: '2026-02' })
    expect(row?.incomeFen).toBe(-18_000_00n)
    const input = { statementIds: [row?.statementId ?? 0] }
    const { raw } = await (await signIn(services, fixture.pay)).call('downloadStatementsOfPeople', input)
    const words = squeezed(await pdfText(raw.rawPayload))
    expect(words).toContain('退票：2026年1月的发放被银行退回-30,000.00')
    expect(words).toContain('补记：2026年1月的发放在结账后到账5,000.00')
    expect(words).toContain(`本期合计-18,000.00${yuan(row?.taxFen ?? 0n)}`)
  })

  it('returns nothing when one certificate is out of scope, and rejects more than 200', async () => {
    const { fixture } = await twoMonths()
    const { fixture: foreign } = await twoMonths()
    const [mine, theirs] = [await listed(fixture), await listed(foreign)]
    const statementIds = [mine[0]?.statementId ?? 0, theirs[0]?.statementId ?? 0]
    const payer = await signIn(services, fixture.pay)
    expect((await payer.call('downloadStatementsOfPeople', { statementIds })).http).toBe(404)
    expect(await entriesOf('download-tax-statement', statementIds[0] ?? 0)).toEqual([])
    const many = Array.from({ length: 201 }, (_, n) => n + 1).join(',')
    for (const wrong of ['', '0', 'x', '1,', many])
      expect([400, 404]).toContain(
        (await payer.wire('downloadStatementsOfPeople', { statementIds: wrong })).http,
      )
  })
})

function yuan(fen: bigint): string {
  const [whole = '', cents = ''] = (Number(fen) / 100).toFixed(2).split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}
