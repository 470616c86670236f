// One payout with its batch and its person, started or not.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { findBatch } from './batch-store.ts'
import { describeFound } from './described-rows-store.ts'

export async function findRecord(tx: Tx, scope: Scope, rowId: number) {
  const found = sql`select r.row_id from payout_lines r
    where r.row_id = ${BigInt(rowId)} and ${inScope(scope, 'r.provider_id')}`
  const [row] = await describeFound(tx, found)
  const batch = row && (await findBatch(tx, scope, row.batchId))
  if (!row || !batch) return undefined
  const { fileName, status: batchStatus, withholdsTax, providerId } = batch
  // None before the start.
  const payoutAt = row.payoutAt as Date | null
  const userId = await personOf(tx, rowId)
  const hasReceipt = await receiptOf(tx, rowId)
  const statementLine = await lineOf(tx, rowId)
  return {
    ...row,
    payoutAt,
    fileName,
    batchStatus,
    withholdsTax,
    providerId,
    userId,
    hasReceipt,
    statementLine,
  }
}

async function receiptOf(tx: Tx, rowId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from row_receipts c where c.row_id = ${BigInt(rowId)}) as has`.execute(tx)
  return rows[0]?.has ?? false
}

/** Null where no statement lists it. */
async function lineOf(tx: Tx, rowId: number): Promise<{ place: number; pageLines: number } | null> {
  const { rows } = await sql<{ place: number; pageLines: number }>`
    select s.place, s.page_lines as "pageLines" from row_statement_lines s where s.row_id = ${BigInt(rowId)}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Null until the person is registered, which follows the start of the batch. */
async function personOf(tx: Tx, rowId: number): Promise<number | null> {
  const person = await tx
    .selectFrom('payout_lines as r')
    .innerJoin('known_people as k', (on) =>
      on.onRef('k.provider_id', '=', 'r.provider_id').onRef('k.id_hash', '=', 'r.id_hash'),
    )
    .where('r.row_id', '=', BigInt(rowId))
    .select('k.freelancer_id as freelancerId')
    .executeTakeFirst()
  return person === undefined ? null : Number(person.freelancerId)
}
