// Choosing a row for an ambiguous line, taking the choice back, and what two people at once make of it (D32).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ambiguousLine, type PaidRow, payRows, storePayments } from '../testing/bank-statements.ts'
import { type Client, signIn } from '../testing/client.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const choose = (lineId: number, rowId: number | null, client = payer) =>
  client.call('chooseRow', { lineId, rowId })

async function lineOf(statementId: number, lineNumber = 1) {
  const { rows } = await payer.answer('statementLines', { statementId, size: 100 })
  const line = rows.find((one) => one.lineNumber === lineNumber)
  if (!line) throw new Error('no such line')
  return line
}

/** Two lines of the same person, and two rows that fit both. */
async function twoLines() {
  const person = freshRow()
  const paid = await payRows(services, 'payA1', [person, { ...person, remark: '二' }])
  const { statementId } = await storePayments(services, 'payA1', paid.map(bare))
  const [one, two] = [await lineOf(statementId, 1), await lineOf(statementId, 2)]
  return { statementId, one, two, rowIds: paid.map(({ rowId }) => rowId) }
}

const bare = (paid: PaidRow): PaidRow => ({ ...paid, reference: '' })

it('shows the candidate rows, links the chosen one and undoes the choice', async () => {
  const { statementId, lineId, rowIds } = await ambiguousLine(services, 'payA1')
  expect(await lineOf(statementId)).toMatchObject({
    result: 'ambiguous',
    candidateCount: 2,
    row: null,
    byHand: false,
  })
  const { rows, count } = await payer.answer('lineCandidates', { lineId })
  expect([rows.map(({ rowId }) => rowId), count]).toEqual([rowIds, 2])
  expect(rows[0]?.cardNo).toMatch(/^622202\*{6}\d{4}$/)
  const [, second = 0] = rowIds
  expect((await choose(lineId, second)).http).toBe(200)
  const chosen = await lineOf(statementId)
  expect(chosen).toMatchObject({ result: 'linked', byHand: true, candidateCount: 0 })
  expect(chosen.row?.rowId).toBe(second)
  expect(await payer.answer('statementDetail', { statementId })).toMatchObject({
    linkedCount: 1,
    ambiguousCount: 0,
  })
  expect((await payer.answer('lineCandidates', { lineId })).count).toBe(0)
  expect((await choose(lineId, null)).http).toBe(200)
  expect(await lineOf(statementId)).toMatchObject({
    result: 'ambiguous',
    byHand: false,
    row: null,
    candidateCount: 2,
  })
})

it('returns pages of candidates', async () => {
  const person = freshRow()
  const paid = await payRows(
    services,
    'payA1',
    Array.from({ length: 5 }, (_, n) => ({ ...person, remark: `第${n}` })),
  )
  const { statementId } = await storePayments(services, 'payA1', paid.slice(0, 1).map(bare))
  const { lineId } = await lineOf(statementId)
  const { rows, count } = await payer.answer('lineCandidates', { lineId, index: 1, size: 2 })
  expect([rows.map(({ rowId }) => rowId), count]).toEqual([paid.slice(2, 4).map(({ rowId }) => rowId), 5])
})

it('logs the choice and its undo in the audit log', async () => {
  const { lineId, rowIds } = await ambiguousLine(services, 'payA1')
  await choose(lineId, rowIds[0] ?? 0)
  await choose(lineId, null)
  const entries = await services.query<{ before: { rowId: number }; after: { rowId: number } }>(
    `select before, after from audit_entries where action = 'link-statement-line' and object_id = $1 order by entry_id`,
    [String(lineId)],
  )
  expect(entries.map(({ before, after }) => [before.rowId, after.rowId])).toEqual([
    [null, rowIds[0]],
    [rowIds[0], null],
  ])
})

describe('chooseRow refuses', () => {
  const refusal = async (answer: ReturnType<typeof choose>) => {
    const { http, body } = await answer
    return [http, body.code]
  }

  it('a line that is linked, not found or already chosen', async () => {
    const [paid] = await payRows(services, 'payA1', freshRows(1))
    const lines = [paid as PaidRow, { ...(paid as PaidRow), reference: 'PW0', netFen: 1n }]
    const { statementId } = await storePayments(services, 'payA1', lines)
    const [linked, missing] = [await lineOf(statementId, 1), await lineOf(statementId, 2)]
    expect([linked.result, missing.result]).toEqual(['linked', 'not-found'])
    for (const { lineId } of [linked, missing])
      for (const rowId of [paid?.rowId ?? 0, null])
        expect(await refusal(choose(lineId, rowId))).toEqual([409, 'line-not-open'])
    const { lineId, rowIds } = await ambiguousLine(services, 'payA1')
    await choose(lineId, rowIds[0] ?? 0)
    expect(await refusal(choose(lineId, rowIds[1] ?? 0))).toEqual([409, 'line-not-open'])
  })

  it('undoing a choice that was never made', async () => {
    const { lineId } = await ambiguousLine(services, 'payA1')
    expect(await refusal(choose(lineId, null))).toEqual([409, 'line-not-open'])
  })

  it('rows that do not match, of other people or of other providers', async () => {
    const { lineId } = await ambiguousLine(services, 'payA1')
    const [mine] = await payRows(services, 'payA1', freshRows(1))
    const [theirs] = await payRows(services, 'payB1', freshRows(1))
    for (const rowId of [mine?.rowId ?? 0, theirs?.rowId ?? 0, 1_999_999_999])
      expect(await refusal(choose(lineId, rowId))).toEqual([422, 'line-does-not-fit'])
  })

  it('a row that another line is linked to', async () => {
    const { one, two, rowIds } = await twoLines()
    await choose(one.lineId, rowIds[0] ?? 0)
    expect(await refusal(choose(two.lineId, rowIds[0] ?? 0))).toEqual([422, 'line-does-not-fit'])
    expect((await choose(two.lineId, rowIds[1] ?? 0)).http).toBe(200)
  })

  it('lines of another provider, in scope with 403 and out of scope with 404', async () => {
    await services.query("update accounts set manager = true where account = 'payA1'")
    const { lineId, rowIds } = await ambiguousLine(services, 'payA2')
    expect(await refusal(choose(lineId, rowIds[0] ?? 0))).toEqual([403, 'not-allowed'])
    await services.query("update accounts set manager = false where account = 'payA1'")
    expect(await refusal(choose(lineId, rowIds[0] ?? 0))).toEqual([404, 'not-found'])
  })
})

describe('concurrent choices', () => {
  it('accept only the first of two choices for one line', async () => {
    const { statementId, lineId, rowIds } = await ambiguousLine(services, 'payA1')
    const answers = await Promise.all(rowIds.map((rowId) => choose(lineId, rowId)))
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
    const winner = rowIds[answers.findIndex(({ http }) => http === 200)]
    expect((await lineOf(statementId)).row?.rowId).toBe(winner)
  })

  it('link one row to only one of two lines', async () => {
    const { one, two, rowIds } = await twoLines()
    const answers = await Promise.all([one, two].map(({ lineId }) => choose(lineId, rowIds[0] ?? 0)))
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 422])
    const linked = await services.query(
      "select 1 from statement_lines where row_id = $1 and result = 'linked'",
      [rowIds[0]],
    )
    expect(linked).toHaveLength(1)
  })
})
