// Scheduled starts in the database; the only file that writes this table.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Scheduler, ScheduleState } from '@paywages/domain/payouts/schedule.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type ScheduleRecord = {
  readonly scheduleId: bigint
  readonly batchId: number
  readonly accountId: number
  readonly account: string
  readonly realName: string
  readonly setAt: Date
  readonly dueAt: Date
  readonly signatureId: bigint | null
  /** Null in one of an earlier release. */
  readonly payingAccountId: number | null
  readonly state: ScheduleState
  readonly failure: string
  readonly failureWords: string
}

const SHOWN = sql`
  select s.schedule_id as "scheduleId", s.batch_id::float8 as "batchId", s.account_id as "accountId", i.account, i.real_name as "realName",
    s.set_at as "setAt", s.due_at as "dueAt", s.signature_id as "signatureId", s.paying_account_id as "payingAccountId", s.state, s.failure, s.failure_words as "failureWords"
  from payout_schedules s join account_names i on i.account_id = s.account_id`

/** The newest of a batch, whatever became of it; its batch is held where something is decided by it. */
export async function lastSchedule(tx: Tx, batchId: number): Promise<ScheduleRecord | undefined> {
  const { rows } = await sql<ScheduleRecord>`
    ${SHOWN} where s.batch_id = ${BigInt(batchId)} order by s.schedule_id desc limit 1`.execute(tx)
  return rows[0]
}

export async function insertSchedule(
  tx: Tx,
  schedule: {
    readonly batchId: number
    readonly providerId: number
    readonly accountId: number
    readonly setAt: Date
    readonly dueAt: Date
    readonly signatureId: bigint | undefined
    readonly payingAccountId: number | undefined
  },
): Promise<void> {
  await tx
    .insertInto('payout_schedules')
    .values({
      batch_id: BigInt(schedule.batchId),
      provider_id: schedule.providerId,
      account_id: schedule.accountId,
      set_at: schedule.setAt,
      due_at: schedule.dueAt,
      signature_id: schedule.signatureId ?? null,
      paying_account_id: schedule.payingAccountId ?? null,
    })
    .execute()
}

/** Ends the one that waits for this batch; tells whether there was one. */
export async function endSchedule(
  tx: Tx,
  batchId: number,
  end: {
    readonly state: Exclude<ScheduleState, 'waiting'>
    readonly at: Date
    readonly by: number | null
    readonly failure?: string
    readonly words?: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_schedules')
    .set({
      state: end.state,
      ended_at: end.at,
      ended_by: end.by,
      failure: end.failure ?? '',
      failure_words: end.words ?? '',
    })
    .where('batch_id', '=', BigInt(batchId))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Batches whose time has come, the earliest first. */
export async function dueBatches(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ batchId: number }>`
    select batch_id::float8 as "batchId" from payout_schedules where state = 'waiting' and due_at <= ${now}
    order by due_at, schedule_id limit 100`.execute(tx)
  return rows.map(({ batchId }) => batchId)
}

export type SchedulerAccount = Scheduler & { readonly account: string; readonly realName: string }

/** The account as it is now. */
export async function schedulerOf(tx: Tx, accountId: number): Promise<SchedulerAccount | undefined> {
  const { rows } = await sql<SchedulerAccount>`
    select account_id as "accountId", account, real_name as "realName", provider_id as "providerId", platform_id as "platformId",
      pay_right as "payRight", check_right as "checkRight", app_login_right as "appLoginRight", manager, super_manager as "superManager",
      enabled, decides_from as "decidesFrom"
    from account_identities where account_id = ${accountId}`.execute(tx)
  return rows[0]
}

export type FailedSchedule = {
  readonly batchId: number
  readonly fileName: string
  readonly providerName: string
  readonly grossFen: Fen
  readonly peopleCount: number
  readonly words: string
  readonly since: Date
}

/** Batches that were not started at their time, and that nobody has started, set anew or withdrawn since. */
export async function failedSchedules(tx: Tx, scope: Scope): Promise<FailedSchedule[]> {
  const { rows } = await sql<FailedSchedule>`
    select b.batch_id::float8 as "batchId", b.file_name as "fileName", p.name as "providerName", b.gross_fen as "grossFen",
      b.people_count as "peopleCount", s.failure_words as words, s.ended_at as since
    from payout_schedules s join payout_batches b using (batch_id) join provider_names p on p.provider_id = b.provider_id
    where s.state = 'failed' and b.status = 'ready' and ${inScope(scope, 's.provider_id')}
      and not exists (select from payout_schedules l where l.batch_id = s.batch_id and l.schedule_id > s.schedule_id)
    order by s.ended_at limit 200`.execute(tx)
  return rows
}
