// Holds the people and cards that the bank's record names against those we ordered, where it names them.

import { type PayeeDifference, payeeDifference } from '@paywages/domain/transfers/payee.ts'
import { sql } from 'kysely'
import type { StatementLine } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { openRow } from '../payouts/seal-row.ts'
import { rowsNamed } from './reference-store.ts'

export type OtherPayee = { readonly reference: string; readonly differs: PayeeDifference }

export async function otherPayees(
  tx: Tx,
  services: Pick<Services, 'cipher'>,
  lines: readonly StatementLine[],
): Promise<OtherPayee[]> {
  const named = lines.filter(
    ({ name, cardTail, reference }) => (name || cardTail) && !reference.includes('\0'),
  )
  if (named.length === 0) return []
  const { rows } = await sql<{ reference: string; name: string; sealed: string }>`
    select w.reference, r.name, r.sealed from (${rowsNamed(named.map(({ reference }) => reference))}) w
      join transfers t on t.row_id = w.row_id join payout_lines r on r.row_id = t.row_id where t.state <> 'refused'`.execute(
    tx,
  )
  const ours = new Map(rows.map((row) => [row.reference, row]))
  return named.flatMap((line) => {
    const { reference } = line
    const row = ours.get(reference)
    if (row === undefined) return []
    const { cardNo } = openRow(services.cipher, row.sealed)
    const differs = payeeDifference({ name: row.name, cardNo }, line)
    return differs === undefined ? [] : [{ reference, differs }]
  })
}
