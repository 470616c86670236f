// Who may have a statement decided again, and what becomes of it at the same moment as other work on its lines (D32).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BankStatementFixture, openBankStatementFixture } from '../testing/bank-statement-fixture.ts'
import { ambiguousLine, type PaidRow, takenStatements, unheardStatement } from '../testing/bank-statements.ts'
import { signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { LAYOUTS, statementPdf } from '../testing/statement-pdfs.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const newFixture = () => openBankStatementFixture(services, people)

describe('relinkStatement refuses', () => {
  const refusal = async (account: string, statementId: number) => {
    const { http, body } = await (await signIn(services, account)).call('relinkStatement', { statementId })
    return [http, body.code]
  }

  it('accounts without the right to upload, and bank statements of other providers', async () => {
    const [own, near, far] = [
      await unheardStatement(services, 'payA1'),
      await unheardStatement(services, 'payA2'),
      await unheardStatement(services, 'payB1'),
    ]
    for (const account of ['checkA1', 'managerA', 'admin'])
      expect(await refusal(account, own)).toEqual([403, 'not-allowed'])
    for (const foreign of [near, far, 1_999_999_999])
      expect(await refusal('payA1', foreign)).toEqual([404, 'not-found'])
    await services.query("update accounts set manager = true where account = 'payA1'")
    expect(await refusal('payA1', near)).toEqual([403, 'not-allowed'])
    expect(await refusal('payA1', far)).toEqual([404, 'not-found'])
    await services.query("update accounts set manager = false where account = 'payA1'")
    const written = await services.query(
      "select 1 from audit_entries where action = 'relink-statement' and object_id = any($1)",
      [[own, near, far].map(String)],
    )
    expect(written).toEqual([])
  })

  it('a file that cannot be read, with the code of the reader', async () => {
    const { statementId } = await ambiguousLine(services, 'payA1')
    expect(await refusal('payA1', statementId)).toEqual([422, 'statement-damaged'])
  })
})

describe('relinkStatement concurrent with other work', () => {
  /** Lets both come as far as the lock on the provider's links, and then go. */
  async function together<A, B>(fixture: BankStatementFixture, one: () => Promise<A>, two: () => Promise<B>) {
    const lock = await holdLock(services, 'select pg_advisory_xact_lock(8, $1)', [fixture.providerId])
    const both = Promise.all([one(), two()])
    await lock.untilWaiting(2)
    await lock.release()
    return both
  }

  it('links each line once when called twice concurrently', async () => {
    const fixture = await newFixture()
    const rows = freshRows(12)
    const statementId = await fixture.upload(LAYOUTS.marked, rows.map(fixture.unpaid))
    const paid = await fixture.pay(rows)
    const again = () => fixture.relink(statementId)
    const reported = await together(fixture, again, again)
    expect(reported.map(({ linkedCount }) => linkedCount).toSorted((a, b) => a - b)).toEqual([0, 12])
    expect(reported.map(({ missingCount }) => missingCount)).toEqual([0, 0])
    expect(await fixture.results(statementId)).toEqual(paid.map(({ rowId }) => `linked ${rowId}`))
  })

  it('links each row once when the same payments are uploaded concurrently', async () => {
    const fixture = await newFixture()
    const rows = freshRows(12)
    const statementId = await fixture.upload(LAYOUTS.marked, rows.map(fixture.unpaid))
    const paid = await fixture.pay(rows)
    const pdf = await statementPdf(LAYOUTS.signed, paid)
    const [relinked, [uploaded]] = await together(
      fixture,
      () => fixture.relink(statementId),
      () => takenStatements(fixture.client, pdf),
    )
    const linked = [relinked.linkedCount, uploaded?.linkedCount ?? 0]
    const known = [relinked.knownCount, uploaded?.knownCount ?? 0]
    expect([linked.toSorted((a, b) => a - b), known.toSorted((a, b) => a - b)]).toEqual([
      [0, 12],
      [0, 12],
    ])
  })

  it('keeps a choice made by hand at the same time', async () => {
    const fixture = await newFixture()
    const person = freshRow()
    const [first, second] = await fixture.pay([person, { ...person, remark: '二' }])
    const statementId = await fixture.upload(LAYOUTS.marked, [first as PaidRow])
    const [line] = await fixture.lines(statementId)
    const choice = { lineId: line?.lineId ?? 0, rowId: second?.rowId ?? 0 }
    await together(
      fixture,
      () => fixture.relink(statementId),
      () => fixture.client.answer('chooseRow', choice),
    )
    const [chosen] = await fixture.lines(statementId)
    expect([chosen?.result, chosen?.byHand, chosen?.row?.rowId]).toEqual(['linked', true, second?.rowId])
  })
})
