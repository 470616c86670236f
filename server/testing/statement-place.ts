// A provider that nobody else in a test pays for, whose payer uploads statements and has them decided anew.

import { signIn } from './client.ts'
import type { SheetRow } from './payout-sheet.ts'
import type { People } from './people.ts'
import { type Layout, type ListedPayment, statementPdf } from './statement-pdfs.ts'
import { payRows, takenStatements } from './statements.ts'
import type { TestHouse } from './test-house.ts'
import { openWorkplace } from './workplace.ts'

export type StatementPlace = Awaited<ReturnType<typeof openStatementPlace>>

export async function openStatementPlace(house: TestHouse, people: People) {
  const place = await openWorkplace(house, people)
  const client = await signIn(house, place.pay)
  const lines = async (statementId: number) =>
    (await client.answer('statementLines', { statementId, size: 100 })).rows
  return {
    ...place,
    client,
    lines,
    pay: (rows: readonly SheetRow[]) => payRows(house, place.pay, rows),
    upload: async (layout: Layout, payments: readonly ListedPayment[]): Promise<number> => {
      const [told] = await takenStatements(client, await statementPdf(layout, payments))
      if (!told || told.statementId === null) throw new Error('the statement was not taken')
      return told.statementId
    },
    relink: (statementId: number) => client.answer('relinkStatement', { statementId }),
    /** What became of each line, and the row it has. */
    results: async (statementId: number) =>
      (await lines(statementId)).map(({ result, row }) => (row === null ? result : `${result} ${row.rowId}`)),
    /** What a sheet says of somebody, as a statement lists it before we have paid. */
    unpaid: ({ name, cardNo, amount }: SheetRow): ListedPayment => ({
      at: house.clock.now(),
      reference: '',
      name,
      cardNo,
      netFen: BigInt(Math.round(Number(amount) * 100)),
    }),
  }
}
