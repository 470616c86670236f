// What owners are told of their accounts: written with the change, shown until they have read it (D47).

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

export type UnreadNotice = {
  readonly noticeId: number
  readonly kind: NoticeKind
  readonly about: string
  readonly byName: string
  readonly proposalId: number | null
  readonly at: Date
}

export async function unreadNotices(
  tx: Tx,
  accountId: number,
  since: Date,
  limit: number,
): Promise<UnreadNotice[]> {
  return tx
    .selectFrom('account_notices')
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where('at', '>=', since)
    .select([
      'notice_id as noticeId',
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

/** All of one's own up to this one. */
export async function markRead(tx: Tx, accountId: number, upTo: number, at: Date): Promise<void> {
  await tx
    .updateTable('account_notices')
    .set({ read_at: at })
    .where('account_id', '=', accountId)
    .where('notice_id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute()
}
