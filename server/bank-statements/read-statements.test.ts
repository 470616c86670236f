// What pages read of statements: lists by scope and time, lines by result, masked accounts, and the rows nobody lists.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaidRow, paymentsOf, payRows, storePayments } from '../testing/bank-statements.ts'
import { type Client, signIn } from '../testing/client.ts'
import { reconcileDays } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

async function newFixture(): Promise<{ pay: string; providerId: number; client: Client }> {
  const fixture = await openProviderFixture(services, people)
  return { ...fixture, client: await signIn(services, fixture.pay) }
}

it('listStatements returns bank statements newest first with days and counts, by provider and upload time', async () => {
  const { pay, providerId, client } = await newFixture()
  const paid = await payRows(services, pay, freshRows(3))
  const stranger = {
    ...(paid[0] as PaidRow),
    reference: 'PW0',
    netFen: 1n,
    at: new Date('2026-03-14T02:00:00Z'),
  }
  const first = await storePayments(services, pay, [...paid, stranger])
  services.clock.advance(3_600_000)
  const second = await storePayments(services, pay, paid.slice(0, 1))
  services.clock.set(MONDAY)
  const { rows, count } = await client.answer('listStatements', {})
  expect([rows.map(({ statementId }) => statementId), count]).toEqual([
    [second.statementId, first.statementId],
    2,
  ])
  expect(rows[1]).toMatchObject({
    providerId,
    fileName: '对账单.pdf',
    uploaderName: `Name of ${pay}`,
    uploadedAt: MONDAY,
    firstDay: '2026-03-14',
    lastDay: '2026-03-16',
    lineCount: 4,
    linkedCount: 3,
    knownCount: 0,
    ambiguousCount: 0,
    missingCount: 1,
  })
  expect(rows[0]).toMatchObject({ linkedCount: 0, knownCount: 1 })
  const later = await client.answer('listStatements', { from: new Date(MONDAY.getTime() + 1) })
  expect(later.rows.map(({ statementId }) => statementId)).toEqual([second.statementId])
  const earlier = await client.answer('listStatements', { to: new Date(MONDAY.getTime() + 1) })
  expect(earlier.rows.map(({ statementId }) => statementId)).toEqual([first.statementId])
  const manager = await signIn(services, 'managerA')
  expect((await manager.answer('listStatements', { providerId })).count).toBe(2)
  const [other, admin] = [await signIn(services, 'managerB'), await signIn(services, 'admin')]
  expect((await other.answer('listStatements', {})).count).toBe(0)
  expect((await admin.answer('listStatements', { providerId, size: 1, index: 1 })).rows[0]?.statementId).toBe(
    first.statementId,
  )
})

it('statementLines returns lines in order and by result, with masked accounts and their rows', async () => {
  const { pay, client } = await newFixture()
  const paid = await payRows(services, pay, freshRows(2))
  const [one, two] = paid as [PaidRow, PaidRow]
  const lines = [one, { ...two, reference: 'PW0', netFen: 1n, cardNo: '6222****8888' }, two]
  const { statementId } = await storePayments(services, pay, lines)
  const { rows, count } = await client.answer('statementLines', { statementId })
  expect([rows.map(({ lineNumber, result }) => [lineNumber, result]), count]).toEqual([
    [
      [1, 'linked'],
      [2, 'not-found'],
      [3, 'linked'],
    ],
    3,
  ])
  const { batchId, ...row } = rows[0]?.row ?? { batchId: 0 }
  expect(batchId).toBeGreaterThan(0)
  expect(row).toMatchObject({
    rowId: one.rowId,
    name: one.name,
    netFen: one.netFen,
    status: 'succeeded',
    reference: one.reference,
  })
  expect(rows.map(({ cardNo }) => cardNo)).toEqual([
    `622202******${one.cardNo.slice(-4)}`,
    '6222****8888',
    `622202******${two.cardNo.slice(-4)}`,
  ])
  expect(rows[0]).toMatchObject({ day: '2026-03-16', kind: 'debit', amountFen: one.netFen, page: 1 })
  const missing = await client.answer('statementLines', { statementId, result: 'not-found' })
  expect([missing.rows.map(({ lineNumber }) => lineNumber), missing.count]).toEqual([[2], 1])
  const wrong = await client.wire('statementLines', { statementId: String(statementId), result: 'lost' })
  expect(wrong.http).toBe(400)
})

it('links a returned payment to the return line of its row', async () => {
  const { pay } = await newFixture()
  const [sent] = await payRows(services, pay, [freshRow({ cardNo: '6222021202000010006' }), freshRow()])
  services.clock.set(new Date('2026-03-17T10:00:00+08:00'))
  await reconcileDays(services, ['2026-03-16', '2026-03-17'])
  const [{ batchId } = { batchId: 0 }] = await services.query<{ batchId: number }>(
    'select batch_id::int as "batchId" from payout_lines where row_id = $1',
    [sent?.rowId],
  )
  const [returned] = (await paymentsOf(services, batchId)) as [PaidRow]
  expect(returned.state).toBe('returned')
  const back = { ...returned, kind: 'return', at: services.clock.now() } as const
  const { statementId, lines } = await storePayments(services, pay, [returned, back])
  expect(lines.map(({ result, rowId }) => [result, rowId])).toEqual([
    ['linked', returned.rowId],
    ['linked', returned.rowId],
  ])
  // Sessions of the day before are over.
  const client = await signIn(services, pay)
  const { rows } = await client.answer('statementLines', { statementId })
  expect(rows.map(({ kind, row }) => [kind, row?.status])).toEqual([
    ['debit', 'failed'],
    ['return', 'failed'],
  ])
  const another = await newFixture()
  const [twice] = await payRows(services, another.pay, [freshRow({ cardNo: '6222021202000010006' })])
  services.clock.set(new Date('2026-03-18T10:00:00+08:00'))
  await reconcileDays(services, ['2026-03-17', '2026-03-18'])
  // By account, name and amount too, within three days of its return.
  const reported = await storePayments(services, another.pay, [
    { ...(twice as PaidRow), reference: '', kind: 'return', at: services.clock.now() },
  ])
  expect(reported.lines.map(({ result }) => result)).toEqual(['linked'])
  services.clock.set(MONDAY)
})

describe('unlistedRows', () => {
  it('returns the paid rows of the statement’s days until a bank statement lists them', async () => {
    const { pay, client } = await newFixture()
    services.clock.set(new Date('2026-03-15T10:00:00+08:00'))
    await payRows(services, pay, freshRows(1))
    services.clock.set(MONDAY)
    const paid = await payRows(services, pay, [...freshRows(14), freshRow({ cardNo: '6222021202000010001' })])
    const { statementId } = await storePayments(services, pay, paid.slice(0, 2))
    const detail = await client.answer('statementDetail', { statementId })
    expect(detail).toMatchObject({
      linkedCount: 2,
      unlistedCount: 12,
      firstDay: '2026-03-16',
      lastDay: '2026-03-16',
    })
    const { rows, count } = await client.answer('unlistedRows', { statementId })
    const expected = paid.slice(2, 14).map(({ rowId }) => rowId)
    expect([rows.map(({ rowId }) => rowId), count]).toEqual([expected.slice(0, 10), 12])
    expect(rows[0]?.cardNo).toMatch(/^622202\*{6}\d{4}$/)
    const second = await client.answer('unlistedRows', { statementId, index: 1 })
    expect(second.rows.map(({ rowId }) => rowId)).toEqual(expected.slice(10))
    await storePayments(services, pay, paid.slice(2, 14))
    expect((await client.answer('statementDetail', { statementId })).unlistedCount).toBe(0)
  })
})
