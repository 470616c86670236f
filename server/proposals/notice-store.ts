// What owners are told of their accounts: written with the change, and shown among their to-dos (D47).

import { ACCOUNT_CHANGES, type AccountChange, type NoticeKind } from '@paywages/domain/proposals/notice.ts'
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

/** The newest of them, since then; whoever was enabled since then reads what came while they could not. */
export async function noticesOf(
  tx: Tx,
  accountId: number,
  since: Date,
  limit: number,
): Promise<(Notice & { readonly noticeId: number })[]> {
  return tx
    .selectFrom('account_notices')
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where(
      sql<boolean>`(at >= ${since} or exists (select from account_notices e
        where e.account_id = ${accountId} and e.kind = 'account-enabled' and e.at >= ${since}))`,
    )
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

/** One of them, or all; tells how many were not read before. */
export async function markRead(
  tx: Tx,
  accountId: number,
  noticeId: number | undefined,
  at: Date,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('account_notices')
    .set({ read_at: at })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where((eb) => (noticeId === undefined ? eb.lit(true) : eb('notice_id', '=', noticeId)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** What became of these accounts since then, read or not, the newest first. */
export async function changesSince(
  tx: Tx,
  accountIds: readonly number[],
  since: Date,
): Promise<{ accountId: number; kind: AccountChange; byName: string; at: Date }[]> {
  if (accountIds.length === 0) return []
  return tx
    .selectFrom('account_notices')
    .where('account_id', 'in', [...accountIds])
    .where('at', '>=', since)
    .where('kind', 'in', [...ACCOUNT_CHANGES])
    .select(['account_id as accountId', sql<AccountChange>`kind`.as('kind'), 'by_name as byName', 'at'])
    .orderBy('notice_id', 'desc')
    .execute()
}
