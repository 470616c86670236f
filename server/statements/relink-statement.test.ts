// Deciding the open lines of a statement anew: what the bank said later is found, and nothing that stands is touched (D32).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { hearStatements } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { LAYOUTS, type Layout, type ListedPayment, statementPdf } from '../testing/statement-pdfs.ts'
import {
  ambiguousLine,
  type PaidRow,
  payRows,
  storePayments,
  takenStatements,
  unheardStatement,
} from '../testing/statements.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace } from '../testing/workplace.ts'

let house: TestHouse
let people: People

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
afterAll(() => house.close())

/** A payer of a provider that nobody else in this file pays for. */
async function newPlace() {
  const place = await openWorkplace(house, people)
  return { ...place, client: await signIn(house, place.pay) }
}

type Place = Awaited<ReturnType<typeof newPlace>>

const pay = (place: Place, rows: readonly SheetRow[]) => payRows(house, place.pay, rows)

async function upload(place: Place, layout: Layout, payments: readonly ListedPayment[]): Promise<number> {
  const [told] = await takenStatements(place.client, await statementPdf(layout, payments))
  if (!told || told.statementId === null) throw new Error('the statement was not taken')
  return told.statementId
}

const relink = ({ client }: Place, statementId: number) => client.answer('relinkStatement', { statementId })

async function linesOf({ client }: Place, statementId: number) {
  return (await client.answer('statementLines', { statementId, size: 100 })).rows
}

async function resultsOf(place: Place, statementId: number) {
  const lines = await linesOf(place, statementId)
  return lines.map(({ result, row }) => (row === null ? result : `${result} ${row.rowId}`))
}

/** Paid, and on its way back; the bank has not said so yet. */
const comingBack = () => freshRow({ cardNo: '6222021202000010006' })

/** The bank's own word about what came back, heard after the paper. */
async function hearReturns(): Promise<void> {
  house.clock.advance(20_000)
  await hearStatements(house, [shanghaiDay(house.clock.now())])
}

/** What a sheet says of somebody, as a statement lists it before we have paid. */
const unpaid = ({ name, cardNo, amount }: SheetRow): ListedPayment => ({
  at: house.clock.now(),
  reference: '',
  name,
  cardNo,
  netFen: BigInt(Math.round(Number(amount) * 100)),
})

const payoutsOf = ({ providerId }: Place) =>
  house.query(
    `select r.*, t.state, t.ended_at from payout_rows r join transfers t using (row_id) where r.provider_id = $1 order by r.row_id`,
    [providerId],
  )

describe.each(Object.entries(LAYOUTS) as [string, Layout][])('in the layout "%s"', (_, layout) => {
  it('links a return that the bank told of after the statement, and changes no payout', async () => {
    const place = await newPlace()
    const [plain, back] = await pay(place, [freshRow(), comingBack()])
    const listed = [plain, back, { ...back, kind: 'return' as const }] as PaidRow[]
    const statementId = await upload(place, layout, listed)
    const debits = [`linked ${plain?.rowId}`, `linked ${back?.rowId}`]
    expect(await resultsOf(place, statementId)).toEqual([...debits, 'not-found'])
    const nothing = { linkedCount: 0, knownCount: 0, newlyAmbiguousCount: 0, ambiguousCount: 0 }
    expect(await relink(place, statementId)).toEqual({ ...nothing, missingCount: 1 })

    await hearReturns()
    const before = await payoutsOf(place)
    expect(before.map(({ state }) => state)).toEqual(['succeeded', 'returned'])
    expect(await relink(place, statementId)).toEqual({ ...nothing, linkedCount: 1, missingCount: 0 })
    expect(await resultsOf(place, statementId)).toEqual([...debits, `linked ${back?.rowId}`])
    expect(await payoutsOf(place)).toEqual(before)
    expect(await place.client.answer('statementDetail', { statementId })).toMatchObject({
      linkedCount: 3,
      missingCount: 0,
    })
    expect(await relink(place, statementId)).toEqual({ ...nothing, missingCount: 0 })
  })
})

it('finds by a number that only the file has: the bank’s own, beside another reference', async () => {
  const place = await newPlace()
  const [back] = await pay(place, [comingBack()])
  const line = {
    ...(back as PaidRow),
    kind: 'return' as const,
    reference: 'CMB-20260316',
    name: '',
    cardNo: '',
  }
  const statementId = await upload(place, LAYOUTS.signed, [line])
  expect(await resultsOf(place, statementId)).toEqual(['not-found'])
  await hearReturns()
  expect(await relink(place, statementId)).toMatchObject({ linkedCount: 1, missingCount: 0 })
  expect(await resultsOf(place, statementId)).toEqual([`linked ${back?.rowId}`])
})

it('tells what became ambiguous, what another statement has, and what is still not found', async () => {
  const place = await newPlace()
  const [twin, other, never] = [freshRow(), freshRow(), freshRow()]
  const statementId = await upload(place, LAYOUTS.marked, [twin, other, never].map(unpaid))
  expect(await resultsOf(place, statementId)).toEqual(['not-found', 'not-found', 'not-found'])
  const [, , paid] = await pay(place, [twin, { ...twin, remark: '二' }, other])
  await upload(place, LAYOUTS.signed, [paid as PaidRow])
  expect(await relink(place, statementId)).toEqual({
    linkedCount: 0,
    knownCount: 1,
    newlyAmbiguousCount: 1,
    ambiguousCount: 1,
    missingCount: 1,
  })
  expect(await resultsOf(place, statementId)).toEqual([
    'ambiguous',
    `already-linked ${paid?.rowId}`,
    'not-found',
  ])
})

describe('leaves alone', () => {
  const standing = (statementId: number) =>
    house.query(
      "select * from statement_lines where statement_id = $1 and result = 'linked' order by line_id",
      [statementId],
    )

  it('what is linked, by its reading or by hand, and concludes nothing from a choice', async () => {
    const place = await newPlace()
    const person = freshRow()
    const [first, second, alone] = await pay(place, [person, { ...person, remark: '二' }, freshRow()])
    const late = freshRow()
    const listed = [first, second, alone] as PaidRow[]
    const statementId = await upload(place, LAYOUTS.marked, [...listed, unpaid(late)])
    const [line] = await linesOf(place, statementId)
    await place.client.answer('chooseRow', { lineId: line?.lineId ?? 0, rowId: second?.rowId ?? 0 })
    const before = await standing(statementId)
    expect(before).toHaveLength(2)

    const [paid] = await pay(place, [late])
    house.clock.advance(60_000)
    expect(await relink(place, statementId)).toMatchObject({ linkedCount: 1, ambiguousCount: 1 })
    expect(await resultsOf(place, statementId)).toEqual([
      `linked ${second?.rowId}`,
      'ambiguous',
      `linked ${alone?.rowId}`,
      `linked ${paid?.rowId}`,
    ])
    expect((await standing(statementId)).slice(0, 2)).toEqual(before)
    const [chosen, , , relinked] = await linesOf(place, statementId)
    expect([chosen?.byHand, relinked?.byHand]).toEqual([true, false])
  })

  it('a line that repeats, without a number, what the same statement lists by its number', async () => {
    const place = await newPlace()
    const [paid] = await pay(place, freshRows(1))
    const repeated = { ...(paid as PaidRow), reference: '', serial: '' }
    const statementId = await upload(place, LAYOUTS.signed, [paid as PaidRow, repeated])
    const results = [`linked ${paid?.rowId}`, 'not-found']
    expect(await resultsOf(place, statementId)).toEqual(results)
    await relink(place, statementId)
    expect(await resultsOf(place, statementId)).toEqual(results)
  })

  it('a line that is read otherwise today', async () => {
    const place = await newPlace()
    const late = freshRow()
    const statementId = await upload(place, LAYOUTS.marked, [unpaid(late)])
    await pay(place, [late])
    const asRead = ['page', 'day', 'name', 'amount_fen', 'kind', 'sealed_card'] as const
    const others = {
      page: 2,
      day: '2026-03-15',
      name: '另一人',
      amount_fen: 1,
      kind: 'return',
      sealed_card: '',
    }
    for (const column of asRead) {
      const [was] = await house.query(
        `select page, day::text, name, amount_fen, kind, sealed_card from statement_lines where statement_id = $1`,
        [statementId],
      )
      const write = (value: unknown) =>
        house.query(`update statement_lines set ${column} = $2 where statement_id = $1`, [statementId, value])
      await write(others[column])
      expect(await relink(place, statementId), column).toMatchObject({ linkedCount: 0, missingCount: 1 })
      await write(was?.[column])
    }
    expect(await relink(place, statementId)).toMatchObject({ linkedCount: 1, missingCount: 0 })
  })

  it('a statement without open lines, whose file is not even read', async () => {
    const paid = await payRows(house, 'payA1', freshRows(1))
    const { statementId } = await storePayments(house, 'payA1', paid)
    const payer = await signIn(house, 'payA1')
    expect(await payer.answer('relinkStatement', { statementId })).toMatchObject({
      linkedCount: 0,
      missingCount: 0,
    })
  })
})

it('writes down once how many lines stood how, before and after', async () => {
  const place = await newPlace()
  const late = freshRow()
  const statementId = await upload(place, LAYOUTS.marked, [unpaid(late), unpaid(freshRow())])
  await pay(place, [late])
  await relink(place, statementId)
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

describe('refuses', () => {
  const refusal = async (account: string, statementId: number) => {
    const { http, body } = await (await signIn(house, account)).call('relinkStatement', { statementId })
    return [http, body.code]
  }

  it('who may not upload, and statements of others', async () => {
    const [own, near, far] = [
      await unheardStatement(house, 'payA1'),
      await unheardStatement(house, 'payA2'),
      await unheardStatement(house, 'payB1'),
    ]
    for (const account of ['checkA1', 'managerA', 'admin'])
      expect(await refusal(account, own)).toEqual([403, 'not-allowed'])
    for (const foreign of [near, far, 1_999_999_999])
      expect(await refusal('payA1', foreign)).toEqual([404, 'not-found'])
    await house.query("update accounts set manager = true where account = 'payA1'")
    expect(await refusal('payA1', near)).toEqual([403, 'not-allowed'])
    expect(await refusal('payA1', far)).toEqual([404, 'not-found'])
    await house.query("update accounts set manager = false where account = 'payA1'")
    const written = await house.query(
      "select 1 from audit_entries where action = 'relink-statement' and object_id = any($1)",
      [[own, near, far].map(String)],
    )
    expect(written).toEqual([])
  })

  it('a file that cannot be read, in its words', async () => {
    const { statementId } = await ambiguousLine(house, 'payA1')
    expect(await refusal('payA1', statementId)).toEqual([422, 'statement-damaged'])
  })
})

describe('at the same moment', () => {
  /** Lets both come as far as the lock on the provider's links, and then go. */
  async function together<A, B>(place: Place, one: () => Promise<A>, two: () => Promise<B>) {
    const lock = await holdLock(house, 'select pg_advisory_xact_lock(8, $1)', [place.providerId])
    const both = Promise.all([one(), two()])
    await lock.untilWaiting(2)
    await lock.release()
    return both
  }

  it('two of one statement: the second finds the work done', async () => {
    const place = await newPlace()
    const rows = freshRows(12)
    const statementId = await upload(place, LAYOUTS.marked, rows.map(unpaid))
    const paid = await pay(place, rows)
    const again = () => relink(place, statementId)
    const told = await together(place, again, again)
    expect(told.map(({ linkedCount }) => linkedCount).toSorted((a, b) => a - b)).toEqual([0, 12])
    expect(told.map(({ missingCount }) => missingCount)).toEqual([0, 0])
    expect(await resultsOf(place, statementId)).toEqual(paid.map(({ rowId }) => `linked ${rowId}`))
  })

  it('with an upload of the same payments: each row is linked once', async () => {
    const place = await newPlace()
    const rows = freshRows(12)
    const statementId = await upload(place, LAYOUTS.marked, rows.map(unpaid))
    const paid = await pay(place, rows)
    const pdf = await statementPdf(LAYOUTS.signed, paid)
    const [relinked, [uploaded]] = await together(
      place,
      () => relink(place, statementId),
      () => takenStatements(place.client, pdf),
    )
    const linked = [relinked.linkedCount, uploaded?.linkedCount ?? 0]
    const known = [relinked.knownCount, uploaded?.knownCount ?? 0]
    expect([linked.toSorted((a, b) => a - b), known.toSorted((a, b) => a - b)]).toEqual([
      [0, 12],
      [0, 12],
    ])
  })

  it('with a person’s choice: the choice stands', async () => {
    const place = await newPlace()
    const person = freshRow()
    const [first, second] = await pay(place, [person, { ...person, remark: '二' }])
    const statementId = await upload(place, LAYOUTS.marked, [first as PaidRow])
    const [line] = await linesOf(place, statementId)
    const choice = { lineId: line?.lineId ?? 0, rowId: second?.rowId ?? 0 }
    await together(
      place,
      () => relink(place, statementId),
      () => place.client.answer('chooseRow', choice),
    )
    const [chosen] = await linesOf(place, statementId)
    expect([chosen?.result, chosen?.byHand, chosen?.row?.rowId]).toEqual(['linked', true, second?.rowId])
  })
})
