// What a batch needs by the approval policy of its upload, and whether it is within the ceilings (ADR 69).

import {
  type ApprovalDemand,
  asksForNew,
  demandOf,
  validateCeilings,
} from '@paywages/domain/approvals/policy.ts'
import { endOfDay, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { warningMask } from '@paywages/domain/payouts/warning-mask.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { policiesFor } from '../approvals/store.ts'
import { Refused } from '../refused.ts'
import type { BatchRecord } from './batch-store.ts'

/** Within the upload, once its rows are stored; a sheet above a ceiling is not taken in. */
export async function freezeDemand(
  tx: Tx,
  providerId: number,
  batchId: number,
  grossFen: Fen,
): Promise<ApprovalDemand> {
  const { own, floors } = await policiesFor(tx, providerId)
  const matters = [own, ...floors.map(({ policy }) => policy)].some(asksForNew)
  const newFen = matters ? await newPayeeFen(tx, batchId) : 0n
  const demand = demandOf(own, floors, { grossFen, newFen })
  refuse(demand, grossFen, 0n)
  return demand
}

const NEW = warningMask(['first-payment', 'card-changed'])

async function newPayeeFen(tx: Tx, batchId: number): Promise<Fen> {
  const { rows } = await sql<{ fen: bigint }>`
    select coalesce(sum(amount_fen), 0)::bigint as fen from payout_rows
    where batch_id = ${BigInt(batchId)} and not cancelled and warning_mask & ${sql.lit(NEW)} <> 0`.execute(tx)
  return rows[0]?.fen ?? 0n
}

/** Starts of the provider are held back by the caller, so that two at once do not both see the day as it was. */
export async function refuseOverCeilings(tx: Tx, batch: BatchRecord, at: Date): Promise<void> {
  if (batch.batchCeilingFen === null && batch.dayCeilingFen === null) return
  refuse(batch, batch.grossFen, await startedTodayFen(tx, batch.providerId, at))
}

/** Of all batches started on that day in Shanghai, whatever became of them. */
async function startedTodayFen(tx: Tx, providerId: number, at: Date): Promise<Fen> {
  const day = shanghaiDay(at)
  const { rows } = await sql<{ fen: bigint }>`
    select coalesce(sum(gross_fen), 0)::bigint as fen from payout_batches
    where provider_id = ${providerId} and status = 'transferring' and started_at >= ${startOfDay(day)} and started_at < ${endOfDay(day)}`.execute(
    tx,
  )
  return rows[0]?.fen ?? 0n
}

function refuse(
  demand: Pick<ApprovalDemand, 'batchCeilingFen' | 'dayCeilingFen'>,
  grossFen: Fen,
  startedFen: Fen,
): void {
  const refusal = validateCeilings(demand, grossFen, startedFen)
  if (refusal === undefined) return
  const ceilingFen = refusal === 'batch-over-ceiling' ? demand.batchCeilingFen : demand.dayCeilingFen
  throw new Refused(refusal, {
    amount: formatYuanGrouped(grossFen),
    ceiling: formatYuanGrouped(ceilingFen ?? 0n),
    started: formatYuanGrouped(startedFen),
  })
}
