// How the VAT that a person bears of one row comes about: as things stand now, or as they stood when the start fixed it (ADR 39).

import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { vatRulesOf } from '@paywages/domain/tax/vat-table.ts'
import { type VatTrace, vatTrace } from '@paywages/domain/tax/vat-withholding.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { BatchRecord } from './batch-store.ts'
import { vatPeopleOf } from './month-people-store.ts'
import { rowsOfPeople, type StartedHistory, type VatBefore } from './provisional-tax.ts'

type WhoseVat = {
  readonly batch: BatchRecord
  readonly rowId: number
  readonly idHash: string
  readonly by: Pick<Actor, 'person' | 'at'>
  readonly started: StartedHistory
}

const NOTHING_PAID: VatBefore = { ownPaidFen: 0n, ownWithheldFen: 0n }

/** Of a row that bears some: that the platform's month is above the threshold is known from that. */
export async function explainVat(
  tx: Tx,
  { vatTables }: Pick<Services, 'vatTables'>,
  { batch, rowId, idHash, by, started }: WhoseVat,
): Promise<VatTrace | undefined> {
  const { batchId, startedAt } = batch
  const month = shanghaiMonth(startedAt ?? by.at)
  const rules = vatRulesOf(month, vatTables)
  const rows = startedAt
    ? await started.paidRowsOf(tx, batchId, idHash)
    : await rowsOfPeople(tx, batchId, [idHash])
  const at = rows.findIndex((one) => one.rowId === BigInt(rowId))
  const row = rows[at]
  if (rules === undefined || row === undefined) return undefined
  const before = startedAt
    ? await started.vatBefore(tx, { ...batch, startedAt }, idHash)
    : await paidNow(tx, { batch, idHash, by, month })
  const earlier = rows.slice(0, at)
  const own = {
    ownPaidFen: earlier.reduce((sum, { amountFen }) => sum + amountFen, before.ownPaidFen),
    ownWithheldFen: earlier.reduce((sum, { vatFen }) => sum + vatFen, before.ownWithheldFen),
  }
  return vatTrace(own, row, month, rules)
}

async function paidNow(
  tx: Tx,
  { batch, idHash, by, month }: Pick<WhoseVat, 'batch' | 'idHash' | 'by'> & { readonly month: string },
): Promise<VatBefore> {
  const place = { providerId: batch.providerId, platformId: by.person.platformId, month }
  return (await vatPeopleOf(tx, place, [idHash])).get(idHash) ?? NOTHING_PAID
}
