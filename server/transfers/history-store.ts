// What is shown of a transfer and of a batch's progress.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Contradiction } from '@paywages/domain/bank-files/statement-evidence.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import { camelColumns, numberColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { Channel } from './transfer-store.ts'

/** A row with its transfer, if it ever became one. */
export async function findRowTransfer(tx: Tx, scope: Scope, rowId: number) {
  return tx
    .selectFrom('payout_lines as r')
    .leftJoin('row_transfers as t', 't.row_id', 'r.row_id')
    .where('r.row_id', '=', BigInt(rowId))
    .where(inScope(scope, 'r.provider_id'))
    .select([
      ...numberColumns('r', ['row_id', 'batch_id']),
      ...camelColumns('r', [
        'provider_id',
        'name',
        'bank',
        'sealed',
        'error',
        'amount_fen',
        'fee_fen',
        'tax_fen',
        'vat_fen',
      ]),
      't.transfer_id as transferId',
      sql<string>`coalesce(t.reference, '')`.as('reference'),
      sql<TransferState | null>`t.state`.as('state'),
      sql<string>`coalesce(t.bank_serial, '')`.as('serial'),
    ])
    .executeTakeFirst()
}

export async function postingsOfTransfer(tx: Tx, transferId: bigint) {
  return tx
    .selectFrom('ledger_lines')
    .where('subject', '=', 'transfer')
    .where('subject_id', '=', transferId)
    .select([sql<Phase>`phase`.as('phase'), 'amount_fen as amountFen', 'at'])
    .orderBy('posting_id')
    .execute()
}

/** How the orders of a batch reach the bank. */
export async function channelOf(tx: Tx, batchId: bigint): Promise<Channel> {
  const row = await tx
    .selectFrom('transfer_queues')
    .where('batch_id', '=', batchId)
    .select('channel')
    .executeTakeFirst()
  return row?.channel === 'file' ? 'file' : 'direct'
}

/** How many of a batch's transfers are not sent yet, and whether none may be. */
export async function queueOf(
  tx: Tx,
  batchId: number,
): Promise<{ readonly waiting: number; readonly paused: boolean; readonly channel: Channel }> {
  const row = await tx
    .selectFrom('transfer_queues')
    .where('batch_id', '=', BigInt(batchId))
    .select(['waiting', 'paused_at', 'channel', 'first_row_id', 'last_row_id'])
    .executeTakeFirst()
  const channel = row?.channel === 'file' ? 'file' : 'direct'
  const paused = row?.paused_at != null
  if (channel === 'direct' || !row) return { waiting: row?.waiting ?? 0, paused, channel }
  // Not at the bank yet: their files were not submitted.
  const { count } = await tx
    .selectFrom('transfers')
    .where('row_id', '>=', row.first_row_id)
    .where('row_id', '<=', row.last_row_id)
    .where('batch_id', '=', BigInt(batchId))
    .where(sql<boolean>`state = 'reserved'`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { waiting: count, paused, channel }
}

export type RowBankFile = {
  readonly name: string
  readonly position: number
  readonly bankBatchNo: string
  readonly listedIn: string
  readonly contradictions: Contradiction[]
  /** Lines of confirmed results that a person assigned to it. */
  readonly assignedLines: {
    readonly result: string
    readonly line: number
    readonly assigner: string
    readonly assignedAt: Date
    readonly confirmer: string
  }[]
}

/** The file that a row stands in, or stood in last; undefined on the direct channel. */
export async function bankFileOfRow(tx: Tx, rowId: bigint): Promise<RowBankFile | undefined> {
  const { rows } = await sql<RowBankFile>`
    select name, position, bank_batch_no as "bankBatchNo", listed_in as "listedIn", contradictions, assigned_lines as "assignedLines"
    from row_bank_files where row_id = ${rowId}
    order by live desc, bank_file_id desc limit 1`.execute(tx)
  const [file] = rows
  return (
    file && {
      ...file,
      assignedLines: file.assignedLines.map((one) => ({ ...one, assignedAt: new Date(one.assignedAt) })),
    }
  )
}

type Place = {
  readonly batchId: number
  readonly firstRowId: number | null
  readonly lastRowId: number | null
}

/** How many transfers of a batch only people can end (D41). */
export async function manualOf(tx: Tx, { batchId, firstRowId, lastRowId }: Place): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfer_questions q join transfers t using (row_id)
    where q.row_id between ${firstRowId ?? 0} and ${lastRowId ?? Number.MAX_SAFE_INTEGER} and t.batch_id = ${batchId} and t.state = 'manual'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
