// A provider that nobody else in a test pays for, whose payer uploads statements and has them decided again.

import { payRows, takenStatements } from './bank-statements.ts'
import { signIn } from './client.ts'
import type { SheetRow } from './payout-sheet.ts'
import type { People } from './people.ts'
import { openProviderFixture } from './provider-fixture.ts'
import { type Layout, type ListedPayment, statementPdf } from './statement-pdfs.ts'
import type { TestServices } from './test-services.ts'

export type BankStatementFixture = Awaited<ReturnType<typeof openBankStatementFixture>>

export async function openBankStatementFixture(services: TestServices, people: People) {
  const fixture = await openProviderFixture(services, people)
  const client = await signIn(services, fixture.pay)
  const lines = async (statementId: number) =>
    (await client.answer('statementLines', { statementId, size: 100 })).rows
  return {
    ...fixture,
    client,
    lines,
    pay: (rows: readonly SheetRow[]) => payRows(services, fixture.pay, rows),
    upload: async (layout: Layout, payments: readonly ListedPayment[]): Promise<number> => {
      const [reported] = await takenStatements(client, await statementPdf(layout, payments))
      if (!reported || reported.statementId === null) throw new Error('the statement was not taken')
      return reported.statementId
    },
    relink: (statementId: number) => client.answer('relinkStatement', { statementId }),
    /** What became of each line, and the row it has. */
    results: async (statementId: number) =>
      (await lines(statementId)).map(({ result, row }) => (row === null ? result : `${result} ${row.rowId}`)),
    /** What a sheet says of somebody, as a statement lists it before we have paid. */
    unpaid: ({ name, cardNo, amount }: SheetRow): ListedPayment => ({
      at: services.clock.now(),
      reference: '',
      name,
      cardNo,
      netFen: BigInt(Math.round(Number(amount) * 100)),
    }),
  }
}
