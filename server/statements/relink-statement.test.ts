// Deciding the open lines of a statement anew: what the bank said later is found, and nothing that stands is touched (D32).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { hearStatements } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { LAYOUTS, type Layout } from '../testing/statement-pdfs.ts'
import { openStatementPlace, type StatementPlace } from '../testing/statement-place.ts'
import { type PaidRow, payRows, storePayments } from '../testing/statements.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let people: People

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
afterAll(() => house.close())

const newPlace = () => openStatementPlace(house, people)

/** Paid, and on its way back; the bank has not said so yet. */
const comingBack = () => freshRow({ cardNo: '6222021202000010006' })

/** The bank's own word about what came back, heard after the paper. */
async function hearReturns(): Promise<void> {
  house.clock.advance(20_000)
  await hearStatements(house, [shanghaiDay(house.clock.now())])
}

const payoutsOf = ({ providerId }: StatementPlace) =>
  house.query(
    `select r.*, t.state, t.ended_at from payout_rows r join transfers t using (row_id) where r.provider_id = $1 order by r.row_id`,
    [providerId],
  )

describe.each(Object.entries(LAYOUTS) as [string, Layout][])('relinkStatement with the layout "%s"', (_, layout) => {
  it('links a return that the bank reported after the upload, and changes no payout', async () => {
    const place = await newPlace()
    const [plain, back] = await place.pay([freshRow(), comingBack()])
    const listed = [plain, back, { ...back, kind: 'return' as const }] as PaidRow[]
    const statementId = await place.upload(layout, listed)
    const debits = [`linked ${plain?.rowId}`, `linked ${back?.rowId}`]
    expect(await place.results(statementId)).toEqual([...debits, 'not-found'])
    const nothing = { linkedCount: 0, knownCount: 0, newlyAmbiguousCount: 0, ambiguousCount: 0 }
    expect(await place.relink(statementId)).toEqual({ ...nothing, missingCount: 1 })

    await hearReturns()
    const before = await payoutsOf(place)
    expect(before.map(({ state }) => state)).toEqual(['succeeded', 'returned'])
    expect(await place.relink(statementId)).toEqual({ ...nothing, linkedCount: 1, missingCount: 0 })
    expect(await place.results(statementId)).toEqual([...debits, `linked ${back?.rowId}`])
    expect(await payoutsOf(place)).toEqual(before)
    expect(await place.client.answer('statementDetail', { statementId })).toMatchObject({
      linkedCount: 3,
      missingCount: 0,
    })
    expect(await place.relink(statementId)).toEqual({ ...nothing, missingCount: 0 })
  })
})

it('finds a row by a bank serial number that only the file contains', async () => {
  const place = await newPlace()
  const [back] = await place.pay([comingBack()])
  const line = {
    ...(back as PaidRow),
    kind: 'return' as const,
    reference: 'CMB-20260316',
    name: '',
    cardNo: '',
  }
  const statementId = await place.upload(LAYOUTS.signed, [line])
  expect(await place.results(statementId)).toEqual(['not-found'])
  await hearReturns()
  expect(await place.relink(statementId)).toMatchObject({ linkedCount: 1, missingCount: 0 })
  expect(await place.results(statementId)).toEqual([`linked ${back?.rowId}`])
})

it('reports which lines became ambiguous, which are already linked and which are still not found', async () => {
  const place = await newPlace()
  const [twin, other, never] = [freshRow(), freshRow(), freshRow()]
  const statementId = await place.upload(LAYOUTS.marked, [twin, other, never].map(place.unpaid))
  expect(await place.results(statementId)).toEqual(['not-found', 'not-found', 'not-found'])
  const [, , paid] = await place.pay([twin, { ...twin, remark: '二' }, other])
  await place.upload(LAYOUTS.signed, [paid as PaidRow])
  expect(await place.relink(statementId)).toEqual({
    linkedCount: 0,
    knownCount: 1,
    newlyAmbiguousCount: 1,
    ambiguousCount: 1,
    missingCount: 1,
  })
  expect(await place.results(statementId)).toEqual([
    'ambiguous',
    `already-linked ${paid?.rowId}`,
    'not-found',
  ])
})

describe('relinkStatement leaves unchanged', () => {
  const standing = (statementId: number) =>
    house.query(
      "select * from statement_lines where statement_id = $1 and result = 'linked' order by line_id",
      [statementId],
    )

  it('lines that are linked automatically or by hand', async () => {
    const place = await newPlace()
    const person = freshRow()
    const [first, second, alone] = await place.pay([person, { ...person, remark: '二' }, freshRow()])
    const late = freshRow()
    const listed = [first, second, alone] as PaidRow[]
    const statementId = await place.upload(LAYOUTS.marked, [...listed, place.unpaid(late)])
    const [line] = await place.lines(statementId)
    await place.client.answer('chooseRow', { lineId: line?.lineId ?? 0, rowId: second?.rowId ?? 0 })
    const before = await standing(statementId)
    expect(before).toHaveLength(2)

    const [paid] = await place.pay([late])
    house.clock.advance(60_000)
    expect(await place.relink(statementId)).toMatchObject({ linkedCount: 1, ambiguousCount: 1 })
    expect(await place.results(statementId)).toEqual([
      `linked ${second?.rowId}`,
      'ambiguous',
      `linked ${alone?.rowId}`,
      `linked ${paid?.rowId}`,
    ])
    expect((await standing(statementId)).slice(0, 2)).toEqual(before)
    const [chosen, , , relinked] = await place.lines(statementId)
    expect([chosen?.byHand, relinked?.byHand]).toEqual([true, false])
  })

  it('a line without a number that repeats a line of the same bank statement', async () => {
    const place = await newPlace()
    const [paid] = await place.pay(freshRows(1))
    const repeated = { ...(paid as PaidRow), reference: '', serial: '' }
    const statementId = await place.upload(LAYOUTS.signed, [paid as PaidRow, repeated])
    const results = [`linked ${paid?.rowId}`, 'not-found']
    expect(await place.results(statementId)).toEqual(results)
    await place.relink(statementId)
    expect(await place.results(statementId)).toEqual(results)
  })

  it('lines that differ from today’s reading of the file in any field', async () => {
    const place = await newPlace()
    const others = {
      page: 2,
      day: '2026-03-15',
      name: '另一人',
      amount_fen: 1,
      kind: 'return',
      sealed_card: '',
    }
    const late = Object.keys(others).map(() => freshRow())
    const statementId = await place.upload(LAYOUTS.marked, late.map(place.unpaid))
    const was = await house.query<Record<string, unknown>>(
      `select line_number, page, day::text, name, amount_fen, kind, sealed_card from statement_lines
      where statement_id = $1 order by line_number`,
      [statementId],
    )
    const write = (index: number, column: string, value: unknown) =>
      house.query(`update statement_lines set ${column} = $3 where statement_id = $1 and line_number = $2`, [
        statementId,
        index + 1,
        value,
      ])
    for (const [index, [column, value]] of Object.entries(others).entries()) await write(index, column, value)
    const paid = await place.pay(late)
    expect(await place.relink(statementId)).toMatchObject({ linkedCount: 0, missingCount: 6 })
    for (const [index, column] of Object.keys(others).entries())
      await write(index, column, was[index]?.[column])
    expect(await place.relink(statementId)).toMatchObject({ linkedCount: 6, missingCount: 0 })
    expect(await place.results(statementId)).toEqual(paid.map(({ rowId }) => `linked ${rowId}`))
  })

  it('a bank statement without open lines, without reading its file', async () => {
    const paid = await payRows(house, 'payA1', freshRows(1))
    const { statementId } = await storePayments(house, 'payA1', paid)
    const payer = await signIn(house, 'payA1')
    expect(await payer.answer('relinkStatement', { statementId })).toMatchObject({
      linkedCount: 0,
      missingCount: 0,
    })
  })
})

it('writes one audit log entry with the counts before and after', async () => {
  const place = await newPlace()
  const late = freshRow()
  const statementId = await place.upload(LAYOUTS.marked, [place.unpaid(late), place.unpaid(freshRow())])
  await place.pay([late])
  await place.relink(statementId)
  const entries = await house.query(
    "select object_kind, object_id, object_name, before, after from audit_entries where action = 'relink-statement' and provider_id = $1",
    [place.providerId],
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
