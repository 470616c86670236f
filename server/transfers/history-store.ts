// What is shown of a transfer and of a batch's progress.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import { camelColumns, numberColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

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

export async function waitingOf(tx: Tx, batchId: number): Promise<number> {
  const row = await tx
    .selectFrom('transfer_queues')
    .where('batch_id', '=', BigInt(batchId))
    .select('waiting')
    .executeTakeFirst()
  return row?.waiting ?? 0
}
