// Who may have a statement decided anew, and what becomes of it at the same moment as other work on its lines (D32).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { LAYOUTS, statementPdf } from '../testing/statement-pdfs.ts'
import { openStatementPlace, type StatementPlace } from '../testing/statement-place.ts'
import { ambiguousLine, type PaidRow, takenStatements, unheardStatement } from '../testing/statements.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let people: People

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
afterAll(() => house.close())

const newPlace = () => openStatementPlace(house, people)

describe('relinkStatement refuses', () => {
  const refusal = async (account: string, statementId: number) => {
    const { http, body } = await (await signIn(house, account)).call('relinkStatement', { statementId })
    return [http, body.code]
  }

  it('accounts without the right to upload, and bank statements of other providers', async () => {
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

  it('a file that cannot be read, with the code of the reader', async () => {
    const { statementId } = await ambiguousLine(house, 'payA1')
    expect(await refusal('payA1', statementId)).toEqual([422, 'statement-damaged'])
  })
})

describe('relinkStatement concurrent with other work', () => {
  /** Lets both come as far as the lock on the provider's links, and then go. */
  async function together<A, B>(place: StatementPlace, one: () => Promise<A>, two: () => Promise<B>) {
    const lock = await holdLock(house, 'select pg_advisory_xact_lock(8, $1)', [place.providerId])
    const both = Promise.all([one(), two()])
    await lock.untilWaiting(2)
    await lock.release()
    return both
  }

  it('links each line once when called twice concurrently', async () => {
    const place = await newPlace()
    const rows = freshRows(12)
    const statementId = await place.upload(LAYOUTS.marked, rows.map(place.unpaid))
    const paid = await place.pay(rows)
    const again = () => place.relink(statementId)
    const told = await together(place, again, again)
    expect(told.map(({ linkedCount }) => linkedCount).toSorted((a, b) => a - b)).toEqual([0, 12])
    expect(told.map(({ missingCount }) => missingCount)).toEqual([0, 0])
    expect(await place.results(statementId)).toEqual(paid.map(({ rowId }) => `linked ${rowId}`))
  })

  it('links each row once when the same payments are uploaded concurrently', async () => {
    const place = await newPlace()
    const rows = freshRows(12)
    const statementId = await place.upload(LAYOUTS.marked, rows.map(place.unpaid))
    const paid = await place.pay(rows)
    const pdf = await statementPdf(LAYOUTS.signed, paid)
    const [relinked, [uploaded]] = await together(
      place,
      () => place.relink(statementId),
      () => takenStatements(place.client, pdf),
    )
    const linked = [relinked.linkedCount, uploaded?.linkedCount ?? 0]
    const known = [relinked.knownCount, uploaded?.knownCount ?? 0]
    expect([linked.toSorted((a, b) => a - b), known.toSorted((a, b) => a - b)]).toEqual([
      [0, 12],
      [0, 12],
    ])
  })

  it('keeps a choice made by hand at the same time', async () => {
    const place = await newPlace()
    const person = freshRow()
    const [first, second] = await place.pay([person, { ...person, remark: '二' }])
    const statementId = await place.upload(LAYOUTS.marked, [first as PaidRow])
    const [line] = await place.lines(statementId)
    const choice = { lineId: line?.lineId ?? 0, rowId: second?.rowId ?? 0 }
    await together(
      place,
      () => place.relink(statementId),
      () => place.client.answer('chooseRow', choice),
    )
    const [chosen] = await place.lines(statementId)
    expect([chosen?.result, chosen?.byHand, chosen?.row?.rowId]).toEqual(['linked', true, second?.rowId])
  })
})
