// Which rows lines are linked to, that nothing else changes, and that two people at once link each row once (D32).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaidRow, paymentsOf, payRows, takenStatements } from '../testing/bank-statements.ts'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { LAYOUTS, statementPdf } from '../testing/statement-pdfs.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

/** A payer of a provider that nobody else in this file pays for. */
async function newFixture(terms: Parameters<typeof openProviderFixture>[2] = {}) {
  const fixture = await openProviderFixture(services, people, terms)
  return { ...fixture, client: await signIn(services, fixture.pay) }
}

type Place = Awaited<ReturnType<typeof newFixture>>

const pay = (fixture: Place, rows: readonly SheetRow[]) => payRows(services, fixture.pay, rows)

async function resultsOf(client: Client, bytes: Uint8Array) {
  const [reported] = await takenStatements(client, bytes)
  return reported?.lines.map(({ result, rowId }) => (rowId === null ? result : `${result} ${rowId}`))
}

describe('linking a bank statement line', () => {
  const listed = (paid: PaidRow | undefined, over: Partial<PaidRow> = {}) => ({
    ...(paid as PaidRow),
    ...over,
  })

  it('requires the net amount that was sent to the bank', async () => {
    const fixture = await newFixture({ taxMethod: 'per-payment' })
    const [paid] = await pay(fixture, [freshRow({ amount: '5000' })])
    expect(paid?.netFen).toBeLessThan(500_000n)
    expect(
      await resultsOf(
        fixture.client,
        await statementPdf(LAYOUTS.signed, [listed(paid, { netFen: 500_000n })]),
      ),
    ).toEqual(['not-found'])
    expect(await resultsOf(fixture.client, await statementPdf(LAYOUTS.signed, [listed(paid)]))).toEqual([
      `linked ${paid?.rowId}`,
    ])
  })

  it('requires the same account and name within three days', async () => {
    const fixture = await newFixture()
    const [one] = await pay(fixture, [freshRow()])
    const later = (days: number) => new Date((one?.at.getTime() ?? 0) + days * 86_400_000)
    const tried = [
      listed(one, { at: later(4) }),
      listed(one, { at: later(-4) }),
      listed(one, { name: '另一人' }),
      listed(one, { cardNo: '6222021202999999999' }),
      listed(one, { netFen: 1n }),
    ]
    expect(await resultsOf(fixture.client, await statementPdf(LAYOUTS.marked, tried))).toEqual(
      tried.map(() => 'not-found'),
    )
    expect(
      await resultsOf(fixture.client, await statementPdf(LAYOUTS.marked, [listed(one, { at: later(3) })])),
    ).toEqual([`linked ${one?.rowId}`])
  })

  it('links only rows of the own provider', async () => {
    const [mine, other] = [await newFixture(), await newFixture()]
    const paid = await pay(other, freshRows(2))
    for (const layout of [LAYOUTS.signed, LAYOUTS.marked])
      expect(await resultsOf(mine.client, await statementPdf(layout, paid))).toEqual([
        'not-found',
        'not-found',
      ])
  })

  it('does not link a payment that failed at the bank', async () => {
    const fixture = await newFixture()
    const [failed] = await pay(fixture, [freshRow({ cardNo: '6222021202000010001' })])
    expect(failed?.state).toBe('failed')
    expect(await resultsOf(fixture.client, await statementPdf(LAYOUTS.marked, [listed(failed)]))).toEqual([
      'not-found',
    ])
  })

  it('marks a line with two candidates as ambiguous, and a row of an earlier statement as already linked', async () => {
    const fixture = await newFixture()
    const person = freshRow()
    const [duplicate, , third] = await pay(fixture, [person, { ...person, remark: '二' }, freshRow()])
    const first = await statementPdf(LAYOUTS.marked, [listed(duplicate), listed(third)])
    expect(await resultsOf(fixture.client, first)).toEqual(['ambiguous', `linked ${third?.rowId}`])
    const second = await statementPdf(LAYOUTS.signed, [listed(third), listed(third, { kind: 'return' })])
    expect(await resultsOf(fixture.client, second)).toEqual([`already-linked ${third?.rowId}`, 'not-found'])
  })
})

it('changes no payout status, writes the audit log and shows file and page on the payouts', async () => {
  const fixture = await newFixture()
  const { batchId } = await storeBatch(services, fixture.pay, freshRows(45))
  await payStored(services, batchId)
  const paid = await paymentsOf(services, batchId)
  const [first] = paid
  const look = () =>
    services.query(
      `select r.status, r.error, r.paid_at, t.state, t.bank_serial, t.payout_at from payout_lines r join row_transfers t using (row_id)
      where r.provider_id = $1 order by r.row_id`,
      [fixture.providerId],
    )
  const before = await look()
  const wrong = { ...(first as PaidRow), netFen: 7n }
  const [reported] = await takenStatements(
    fixture.client,
    await statementPdf(LAYOUTS.signed, [...paid.slice(1), wrong]),
  )
  expect(await look()).toEqual(before)
  const [entry] = await services.query(
    "select object_id, object_name, after from audit_entries where action = 'upload-statement' and provider_id = $1",
    [fixture.providerId],
  )
  expect(entry).toMatchObject({ object_id: String(reported?.statementId), object_name: 'statement.pdf' })
  const pageOf = (index: number) => reported?.lines[index]?.page
  expect(pageOf(0)).toBe(1)
  expect(pageOf(43)).toBeGreaterThan(1)
  const shown = await fixture.client.answer('batchRows', { batchId, size: 100 })
  const details = await fixture.client.answer('payDetails', { size: 100 })
  const byId = new Map(details.rows.map((row) => [row.rowId, row]))
  for (const { rows } of [shown, { rows: shown.rows.map(({ rowId }) => byId.get(rowId)) }])
    expect(rows.map((row) => [row?.statementFile !== '', row?.statementPage])).toEqual(
      shown.rows.map((_, index) => (index === 0 ? [false, null] : [true, pageOf(index - 1)])),
    )
  // The last of them stands on a later page, whose lines are counted from its first one.
  const last = shown.rows.length - 2
  const onPage = reported?.lines.filter(({ page }) => page === pageOf(last)) ?? []
  const record = await fixture.client.answer('payoutRecord', { rowId: shown.rows.at(-1)?.rowId ?? 0 })
  expect(record.statementLine).toEqual({
    place: 1 + onPage.findIndex(({ lineNumber }) => lineNumber === reported?.lines[last]?.lineNumber),
    pageLines: onPage.length,
  })
  expect(record.statementLine?.place).toBeGreaterThan(1)
  const unlisted = await fixture.client.answer('payoutRecord', { rowId: shown.rows[0]?.rowId ?? 0 })
  expect(unlisted.statementLine).toBeNull()
  const url = shown.rows.at(-1)?.statementFile ?? ''
  expect((await fixture.client.send({ method: 'GET', url: `${url}&inline=1` })).headers['content-type']).toBe(
    'application/pdf',
  )
  const stranger = await signIn(services, 'payA2')
  expect((await stranger.send({ method: 'GET', url })).statusCode).toBe(404)
})

it('keeps account numbers encrypted and out of the log', async () => {
  const fixture = await newFixture()
  const [paid] = await pay(fixture, freshRows(1))
  await takenStatements(fixture.client, await statementPdf(LAYOUTS.twoSided, [paid as PaidRow]))
  const [line] = await services.query<{ text: string }>(
    'select l::text as text from statement_lines l where provider_id = $1',
    [fixture.providerId],
  )
  expect(line?.text).toContain(paid?.name)
  expect(line?.text).not.toContain(paid?.cardNo)
  expect(services.lines.join('')).not.toContain(paid?.cardNo)
})

it('links each row once when two statements with the same lines are uploaded concurrently', async () => {
  const fixture = await newFixture()
  const paid = await pay(fixture, freshRows(30))
  const files = [await statementPdf(LAYOUTS.signed, paid), await statementPdf(LAYOUTS.marked, paid)]
  const reported = await Promise.all(files.map((bytes) => takenStatements(fixture.client, bytes)))
  const counts = reported.flat().map(({ linkedCount, knownCount }) => [linkedCount, knownCount])
  expect(counts.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
    [0, 30],
    [30, 0],
  ])
})

it('database constraints allow one debit line per row', async () => {
  const fixture = await newFixture()
  const paid = await pay(fixture, freshRows(2))
  await takenStatements(fixture.client, await statementPdf(LAYOUTS.signed, paid))
  const again = services.query(
    'update statement_lines set row_id = $1 where provider_id = $2 and line_number = 2',
    [paid[0]?.rowId, fixture.providerId],
  )
  await expect(again).rejects.toMatchObject({ constraint: 'statement_lines_one_debit' })
})
