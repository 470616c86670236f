// Deciding the open lines of a statement again: what the bank said later is found, and nothing that stands is touched (D32).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BankStatementFixture, openBankStatementFixture } from '../testing/bank-statement-fixture.ts'
import { type PaidRow, payRows, storePayments } from '../testing/bank-statements.ts'
import { signIn } from '../testing/client.ts'
import { reconcileDays } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { LAYOUTS, type Layout } from '../testing/statement-pdfs.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const newFixture = () => openBankStatementFixture(services, people)

/** Paid, and on its way back; the bank has not said so yet. */
const comingBack = () => freshRow({ cardNo: '6222021202000010006' })

/** The bank's own answer about what came back, heard after the PDF. */
async function applyReturns(): Promise<void> {
  services.clock.advance(20_000)
  await reconcileDays(services, [shanghaiDay(services.clock.now())])
}

const payoutsOf = ({ providerId }: BankStatementFixture) =>
  services.query(
    `select r.*, t.state from payout_lines r join row_transfers t using (row_id) where r.provider_id = $1 order by r.row_id`,
    [providerId],
  )

describe.each(Object.entries(LAYOUTS) as [string, Layout][])(
  'relinkStatement with the layout "%s"',
  (_, layout) => {
    it('links a return that the bank reported after the upload, and changes no payout', async () => {
      const fixture = await newFixture()
      const [plain, back] = await fixture.pay([freshRow(), comingBack()])
      const listed = [plain, back, { ...back, kind: 'return' as const }] as PaidRow[]
      const statementId = await fixture.upload(layout, listed)
      const debits = [`linked ${plain?.rowId}`, `linked ${back?.rowId}`]
      expect(await fixture.results(statementId)).toEqual([...debits, 'not-found'])
      const nothing = { linkedCount: 0, knownCount: 0, newlyAmbiguousCount: 0, ambiguousCount: 0 }
      expect(await fixture.relink(statementId)).toEqual({ ...nothing, missingCount: 1 })

      await applyReturns()
      const before = await payoutsOf(fixture)
      expect(before.map(({ state }) => state)).toEqual(['succeeded', 'returned'])
      expect(await fixture.relink(statementId)).toEqual({ ...nothing, linkedCount: 1, missingCount: 0 })
      expect(await fixture.results(statementId)).toEqual([...debits, `linked ${back?.rowId}`])
      expect(await payoutsOf(fixture)).toEqual(before)
      expect(await fixture.client.answer('statementDetail', { statementId })).toMatchObject({
        linkedCount: 3,
        missingCount: 0,
      })
      expect(await fixture.relink(statementId)).toEqual({ ...nothing, missingCount: 0 })
    })
  },
)

it('finds a row by a bank serial number that only the file contains', async () => {
  const fixture = await newFixture()
  const [back] = await fixture.pay([comingBack()])
  const line = {
    ...(back as PaidRow),
    kind: 'return' as const,
    reference: 'CMB-20260316',
    name: '',
    cardNo: '',
  }
  const statementId = await fixture.upload(LAYOUTS.signed, [line])
  expect(await fixture.results(statementId)).toEqual(['not-found'])
  await applyReturns()
  expect(await fixture.relink(statementId)).toMatchObject({ linkedCount: 1, missingCount: 0 })
  expect(await fixture.results(statementId)).toEqual([`linked ${back?.rowId}`])
})

it('reports which lines became ambiguous, which are already linked and which are still not found', async () => {
  const fixture = await newFixture()
  const [duplicate, other, never] = [freshRow(), freshRow(), freshRow()]
  const statementId = await fixture.upload(LAYOUTS.marked, [duplicate, other, never].map(fixture.unpaid))
  expect(await fixture.results(statementId)).toEqual(['not-found', 'not-found', 'not-found'])
  const [, , paid] = await fixture.pay([duplicate, { ...duplicate, remark: '二' }, other])
  await fixture.upload(LAYOUTS.signed, [paid as PaidRow])
  expect(await fixture.relink(statementId)).toEqual({
    linkedCount: 0,
    knownCount: 1,
    newlyAmbiguousCount: 1,
    ambiguousCount: 1,
    missingCount: 1,
  })
  expect(await fixture.results(statementId)).toEqual([
    'ambiguous',
    `already-linked ${paid?.rowId}`,
    'not-found',
  ])
})

describe('relinkStatement leaves unchanged', () => {
  const standing = (statementId: number) =>
    services.query(
      "select * from statement_lines where statement_id = $1 and result = 'linked' order by line_id",
      [statementId],
    )

  it('lines that are linked automatically or by hand', async () => {
    const fixture = await newFixture()
    const person = freshRow()
    const [first, second, alone] = await fixture.pay([person, { ...person, remark: '二' }, freshRow()])
    const late = freshRow()
    const listed = [first, second, alone] as PaidRow[]
    const statementId = await fixture.upload(LAYOUTS.marked, [...listed, fixture.unpaid(late)])
    const [line] = await fixture.lines(statementId)
    await fixture.client.answer('chooseRow', { lineId: line?.lineId ?? 0, rowId: second?.rowId ?? 0 })
    const before = await standing(statementId)
    expect(before).toHaveLength(2)

    const [paid] = await fixture.pay([late])
    services.clock.advance(60_000)
    expect(await fixture.relink(statementId)).toMatchObject({ linkedCount: 1, ambiguousCount: 1 })
    expect(await fixture.results(statementId)).toEqual([
      `linked ${second?.rowId}`,
      'ambiguous',
      `linked ${alone?.rowId}`,
      `linked ${paid?.rowId}`,
    ])
    expect((await standing(statementId)).slice(0, 2)).toEqual(before)
    const [chosen, , , relinked] = await fixture.lines(statementId)
    expect([chosen?.byHand, relinked?.byHand]).toEqual([true, false])
  })

  it('a line without a number that repeats a line of the same bank statement', async () => {
    const fixture = await newFixture()
    const [paid] = await fixture.pay(freshRows(1))
    const repeated = { ...(paid as PaidRow), reference: '', serial: '' }
    const statementId = await fixture.upload(LAYOUTS.signed, [paid as PaidRow, repeated])
    const results = [`linked ${paid?.rowId}`, 'not-found']
    expect(await fixture.results(statementId)).toEqual(results)
    await fixture.relink(statementId)
    expect(await fixture.results(statementId)).toEqual(results)
  })

  it('lines that differ from today’s reading of the file in any field', async () => {
    const fixture = await newFixture()
    const others = {
      page: 2,
      day: '2026-03-15',
      name: '另一人',
      amount_fen: 1,
      kind: 'return',
      sealed_card: '',
    }
    const late = Object.keys(others).map(() => freshRow())
    const statementId = await fixture.upload(LAYOUTS.marked, late.map(fixture.unpaid))
    const was = await services.query<Record<string, unknown>>(
      `select line_number, page, day::text, name, amount_fen, kind, sealed_card from statement_lines
      where statement_id = $1 order by line_number`,
      [statementId],
    )
    const write = (index: number, column: string, value: unknown) =>
      services.query(
        `update statement_lines set ${column} = $3 where statement_id = $1 and line_number = $2`,
        [statementId, index + 1, value],
      )
    for (const [index, [column, value]] of Object.entries(others).entries()) await write(index, column, value)
    const paid = await fixture.pay(late)
    expect(await fixture.relink(statementId)).toMatchObject({ linkedCount: 0, missingCount: 6 })
    for (const [index, column] of Object.keys(others).entries())
      await write(index, column, was[index]?.[column])
    expect(await fixture.relink(statementId)).toMatchObject({ linkedCount: 6, missingCount: 0 })
    expect(await fixture.results(statementId)).toEqual(paid.map(({ rowId }) => `linked ${rowId}`))
  })

  it('a bank statement without open lines, without reading its file', async () => {
    const paid = await payRows(services, 'payA1', freshRows(1))
    const { statementId } = await storePayments(services, 'payA1', paid)
    const payer = await signIn(services, 'payA1')
    expect(await payer.answer('relinkStatement', { statementId })).toMatchObject({
      linkedCount: 0,
      missingCount: 0,
    })
  })
})

it('writes one audit log entry with the counts before and after', async () => {
  const fixture = await newFixture()
  const late = freshRow()
  const statementId = await fixture.upload(LAYOUTS.marked, [fixture.unpaid(late), fixture.unpaid(freshRow())])
  await fixture.pay([late])
  await fixture.relink(statementId)
  const entries = await services.query(
    "select object_kind, object_id, object_name, before, after from audit_entries where action = 'relink-statement' and provider_id = $1",
    [fixture.providerId],
  )
  const none = { linkedCount: 0, knownCount: 0, ambiguousCount: 0 }
  expect(entries).toEqual([
    {
      object_kind: 'statement',
      object_id: String(statementId),
      object_name: 'statement.pdf',
      before: { ...none, missingCount: 2 },
      after: { ...none, linkedCount: 1, missingCount: 1 },
    },
  ])
})
