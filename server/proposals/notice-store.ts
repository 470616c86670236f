// What owners are told of their accounts: written with the change, and shown among their to-dos (D47).

import type { NoticeKind } from '@paywages/domain/proposals/notice.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type Notice = {
  readonly kind: NoticeKind
  /** Whom or what it is about. */
  readonly about?: string
  readonly byName: string
  readonly proposalId?: number | null
  readonly at: Date
}

export async function insertNotices(tx: Tx, accountIds: readonly number[], notice: Notice): Promise<void> {
  if (accountIds.length === 0) return
  await tx
    .insertInto('account_notices')
    .values(
      [...new Set(accountIds)].map((accountId) => ({
        account_id: accountId,
        kind: notice.kind,
        about: notice.about ?? '',
        by_name: notice.byName,
        proposal_id: notice.proposalId ?? null,
        at: notice.at,
      })),
    )
    .execute()
}

/** The newest of them, since then. */
export async function noticesOf(tx: Tx, accountId: number, since: Date, limit: number): Promise<Notice[]> {
  return tx
    .selectFrom('account_notices')
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where('at', '>=', since)
    .select([
      sql<NoticeKind>`kind`.as('kind'),
      'about',
      'by_name as byName',
      'proposal_id as proposalId',
      'at',
    ])
    .orderBy('notice_id', 'desc')
    .limit(limit)
    .execute()
}
