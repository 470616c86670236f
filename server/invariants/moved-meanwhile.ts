// People of whom it is written nowhere what a start saw: another payout of theirs moved at about that moment.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { SETTLED_MS } from './checkpoint-store.ts'

type Start = {
  readonly batchId: number | bigint
  readonly startedAt: Date
  /** Started as of a past moment, by what stood when its debits were found (ADR 27). */
  readonly adopted: boolean
}

/** Those of whom another payout of these companies failed, came back or was paid late meanwhile: with or without it, either is right. */
export async function movedMeanwhile(
  tx: Tx,
  { batchId, startedAt, adopted }: Start,
  providerIds: readonly number[],
  idHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const first = new Date(startedAt.getTime() - SETTLED_MS)
  const last = new Date(startedAt.getTime() + SETTLED_MS)
  const { rows } = await sql<{ hash: string }>`
    select distinct r.id_hash as hash from taxed_rows r join transfer_steps e on e.row_id = r.row_id
    where r.provider_id = any(${[...providerIds]}::int[]) and r.id_hash = any(${[...idHashes]}::uuid[]) and r.batch_id <> ${BigInt(batchId)}
      and e.at >= ${first} and (${adopted} or e.at <= ${last})
      and (e.to_state in ('failed', 'returned') or e.from_state in ('failed', 'returned'))`.execute(tx)
  return new Set(rows.map(({ hash }) => hash))
}
