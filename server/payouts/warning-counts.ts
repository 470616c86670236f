// How many rows of a batch stand at each level of warnings: from the masks kept with the batch, so that a hundred thousand rows cost nothing.

import { type ShownWarning, VAT_WARNING } from '@paywages/domain/payouts/sheet-warnings.ts'
import {
  countLevels,
  countNoticeKinds,
  LEVEL_KINDS,
  type LevelCounts,
  type MaskedRows,
  saidOnce,
  type WarningCounts,
} from '@paywages/domain/payouts/warning-levels.ts'
import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { BatchRecord } from './batch-store.ts'
import { levelMaskOfRow, type WarningMasks } from './warning-sql.ts'

type Counted = Pick<
  BatchRecord,
  'batchId' | 'payableCount' | 'warnedCount' | 'warningCounts' | 'warningMasks'
>

export type BatchWarnings = {
  readonly warnedCount: number
  readonly warningCounts: WarningCounts
  readonly once: ReadonlySet<ShownWarning>
  readonly levelCounts: LevelCounts
  readonly noticeKinds: WarningCounts
}

export async function warningsOfBatch(tx: Tx, batch: Counted): Promise<BatchWarnings> {
  const vat = await vatRows(tx, batch.batchId)
  const vatCount = sum(vat.map(({ count }) => count))
  const warningCounts =
    vatCount === 0 ? batch.warningCounts : { ...batch.warningCounts, [VAT_WARNING]: vatCount }
  const once = saidOnce(warningCounts, batch.payableCount)
  const masks = agree(batch) ? (batch.warningMasks ?? {}) : await countMasks(tx, batch.batchId)
  const rows = maskedRows(masks, vat)
  return {
    warnedCount: batch.warnedCount + sum(vat.map(({ aloneCount }) => aloneCount)),
    warningCounts,
    once,
    levelCounts: countLevels(rows, once),
    noticeKinds: countNoticeKinds(rows, once),
  }
}

/** A release that does not know the masks counts by kind alone: what it left does not add up. */
function agree({ warningCounts, warningMasks }: Counted): boolean {
  if (warningMasks === null) return false
  const masks = Object.entries(warningMasks)
  return LEVEL_KINDS.every((kind) => {
    const held = masks.filter(([mask]) => (Number(mask) & WARNING_BITS[kind]) !== 0)
    return sum(held.map(([, count]) => count)) === (warningCounts[kind] ?? 0)
  })
}

async function countMasks(tx: Tx, batchId: number): Promise<WarningMasks> {
  const { rows } = await sql<{ mask: number; count: number }>`
    select ${levelMaskOfRow()} as mask, count(*)::int as count from payout_rows r
    where r.batch_id = ${BigInt(batchId)} and not r.cancelled and r.warning_mask <> 0 group by 1`.execute(tx)
  return Object.fromEntries(rows.map(({ mask, count }) => [mask, count]))
}

type VatRows = { readonly mask: number; readonly count: number; readonly aloneCount: number }

/** Of the rows still to be paid, or that were; few enough to be counted when one batch is looked at. */
async function vatRows(tx: Tx, batchId: number): Promise<VatRows[]> {
  const { rows } = await sql<VatRows>`
    select ${levelMaskOfRow()} as mask, count(*)::int as count, (count(*) filter (where r.warning_mask = 0))::int as "aloneCount"
    from payout_rows r where r.batch_id = ${BigInt(batchId)} and r.platform_paid_fen is not null and not r.cancelled group by 1`.execute(
    tx,
  )
  return rows
}

function maskedRows(masks: WarningMasks, vat: readonly VatRows[]): MaskedRows[] {
  const marked = new Map(vat.map(({ mask, count }) => [mask, count]))
  return [
    ...Object.entries(masks).map(([mask, count]) => ({
      mask: Number(mask),
      aboveVat: false,
      count: count - (marked.get(Number(mask)) ?? 0),
    })),
    ...vat.map(({ mask, count }) => ({ mask, aboveVat: true, count })),
  ]
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
