// What is withheld of rows, worked out anew until their start.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export async function setTaxes(tx: Tx, taxes: readonly { rowId: bigint; taxFen: Fen }[]): Promise<void> {
  const ids = taxes.map(({ rowId }) => rowId)
  const fen = taxes.map(({ taxFen }) => taxFen)
  await sql`
    update payout_rows r set tax_fen = w.tax
    from unnest(${ids}::bigint[], ${fen}::bigint[]) w(id, tax) where r.row_id = w.id`.execute(tx)
}
