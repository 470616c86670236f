// Uploading statements over the call: every line told, every refusal in its words, nothing but links changed (D32).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { LAYOUTS, type Layout, statementPdf } from '../testing/statement-pdfs.ts'
import { type PaidRow, payRows, takenStatements } from '../testing/statements.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let payer: Client

beforeAll(async () => {
  house = await openTestHouse()
  await createPeople(house)
  payer = await signIn(house, 'payA1')
})
afterAll(() => house.close())

const idsOf = (paid: readonly PaidRow[]) => paid.map(({ rowId }) => rowId)

describe.each(Object.entries(LAYOUTS) as [string, Layout][])('in the layout "%s"', (_, layout) => {
  it('links every line to its row', async () => {
    const paid = await payRows(house, 'payA1', [
      ...freshRows(40),
      freshRow({ name: '阿卜杜拉·买买提艾力', remark: '第一周' }),
      freshRow({ name: '黄马户' }),
      freshRow({ amount: '87654.32' }),
    ])
    const [told] = await takenStatements(payer, await statementPdf(layout, paid))
    expect(told?.lines.map(({ rowId }) => rowId)).toEqual(idsOf(paid))
    expect(told).toMatchObject({
      lineCount: 43,
      linkedCount: 43,
      knownCount: 0,
      ambiguousCount: 0,
      missingCount: 0,
    })
  })
})
