// What is withheld from one row, income tax and VAT, each with its reasoning (docs/rules/tax.md).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { traceLines } from '@paywages/wire/tax/messages.ts'
import { vatWithheldLines } from '@paywages/wire/tax/vat-lines.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { findBatch } from './batch-store.ts'
import { explainVat } from './explain-vat.ts'
import { explainTax, type StartedHistory } from './provisional-tax.ts'
import { findRow } from './row-store.ts'

type Asked = {
  readonly rowId: number
  readonly scope: Scope
  readonly by: Actor
  readonly started: StartedHistory
}

/** Once a figure is fixed, it is the row's own; lines that would tell another one are worse than none. */
export async function explainRow(tx: Tx, services: Services, { rowId, scope, by, started }: Asked) {
  const row = await findRow(tx, scope, rowId)
  const batch = row && (await findBatch(tx, scope, row.batchId))
  if (row === undefined || batch === undefined) throw new Refused('not-found')
  const { idHash, vatFen } = row
  const { taxTables } = services
  const tax = batch.withholdsTax
    ? await explainTax(tx, { ...batch, taxTables }, { rowId, idHash }, shanghaiDay(by.at), started)
    : undefined
  const taxFen = batch.startedAt && batch.withholdsTax ? row.taxFen : (tax?.withheldFen ?? 0n)
  const vat = vatFen > 0n ? await explainVat(tx, services, { batch, rowId, idHash, by, started }) : undefined
  return {
    taxFen,
    lines: tax?.withheldFen === taxFen ? traceLines(tax.trace) : [],
    vatFen,
    vatLines: vat?.withheldFen === vatFen ? vatWithheldLines(vat) : [],
  }
}
