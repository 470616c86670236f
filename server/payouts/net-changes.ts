// Whether the net amounts that a sheet asked for would still arrive, by the tax as it is now or as the start fixed it.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type NetChanges, netChanges } from '@paywages/domain/payouts/net-changes.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { BatchRecord } from './batch-store.ts'
import { netsOfBatch } from './net-store.ts'
import { provisionalTax } from './provisional-tax.ts'

const DECIDED: readonly BatchRecord['status'][] = ['audit-rejected', 'review-rejected']

/** Null for a batch whose sheet had no net amounts, or that will pay nobody. */
export async function netChangesOf(
  tx: Tx,
  { taxTables }: Pick<Services, 'taxTables'>,
  batch: BatchRecord,
  at: Date,
): Promise<NetChanges | null> {
  if (!batch.sheetReading?.isNet || DECIDED.includes(batch.status)) return null
  const rows = await netsOfBatch(tx, batch.batchId)
  if (batch.startedAt || !batch.withholdsTax) return netChanges(rows)
  const taxes = await provisionalTax(tx, { ...batch, taxTables, day: shanghaiDay(at) }, rows)
  return netChanges(rows.map((row, index) => ({ ...row, taxFen: taxes[index]?.withheldFen ?? 0n })))
}
