// Jobs that make the statements of a year: their payers, their queue of people, and how far they are; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { YearJobReason, YearJobState } from '@paywages/domain/tax/year-job.ts'
import type { Year } from '@paywages/domain/tax/year-statement.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../../adapters/postgres/owned-records.ts'

/** A job is seen by those who see all of its providers: its platform's managers, and whoever sees everything. */
export const YEAR_JOB_RECORDS: OwnedRecords = {
  table: 'tax_year_jobs',
  id: 'job_id',
  visible: (scope) => jobInScope(scope, 'owned.platform_id'),
}

function jobInScope(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.of === 'everything') return sql<boolean>`true`
  return scope.of === 'platform'
    ? sql<boolean>`${sql.ref(column)} = ${scope.platformId}`
    : sql<boolean>`false`
}

/** Whose jobs exclude each other: those of the same platform, or of everything. */
function platformOf(scope: Scope): number | null {
  if (scope.of === 'provider') throw new Error('a job is made for a platform or for everything')
  return scope.of === 'platform' ? scope.platformId : null
}

export type Payer = { readonly providerId: number; readonly lastPeriod: Month }

/** Providers in scope that started payouts in the year and have closed such a month, each with the last month that is closed. */
export async function payersOfYear(tx: Tx, scope: Scope, year: Year): Promise<Payer[]> {
  const { rows } = await sql<Payer>`
    select p.provider_id as "providerId", max(p.month) as "lastPeriod"
    from tax_periods p join (
      select provider_id, min(payment_month) as first from started_months
      where payment_month between ${`${year}-01`} and ${`${year}-12`} group by 1) s using (provider_id)
    where p.month >= s.first and ${inScope(scope, 'p.provider_id')} group by 1 order by 1`.execute(tx)
  return rows
}

export type NewJob = {
  readonly scope: Scope
  readonly year: Year
  readonly by: number
  readonly at: Date
  readonly payers: readonly Payer[]
}

/** Undefined where one of the same year and scope waits or runs already. */
export async function insertJob(tx: Tx, job: NewJob): Promise<number | undefined> {
  const { rows } = await sql<{ jobId: number }>`
    insert into tax_year_jobs (year, platform_id, requested_by, requested_at)
    values (${job.year}, ${platformOf(job.scope)}, ${job.by}, ${job.at})
    on conflict (year, coalesce(platform_id, 0)) where state in ('waiting', 'running') do nothing
    returning job_id::float8 as "jobId"`.execute(tx)
  const jobId = rows[0]?.jobId
  if (jobId === undefined) return undefined
  await tx
    .insertInto('tax_year_payers')
    .values(
      job.payers.map(({ providerId, lastPeriod }) => ({
        job_id: BigInt(jobId),
        provider_id: providerId,
        last_period: lastPeriod,
      })),
    )
    .execute()
  return jobId
}

export type YearJobRecord = {
  readonly jobId: number
  readonly year: Year
  readonly state: YearJobState
  readonly total: number | null
  readonly done: number
  readonly made: number
  readonly attempts: number
  readonly reason: YearJobReason | ''
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly endedAt: Date | null
}

const SELECTED = sql`
  select j.job_id::float8 as "jobId", j.year, j.state, j.total, j.done, j.made, j.attempts, j.reason,
    a.real_name as "requestedBy", j.requested_at as "requestedAt", j.ended_at as "endedAt"
  from tax_year_jobs j join account_names a on a.account_id = j.requested_by`

/** The newest of a year that was asked for by those who see the same providers. */
export async function newestJob(tx: Tx, scope: Scope, year: Year): Promise<YearJobRecord | undefined> {
  const { rows } = await sql<YearJobRecord>`
    ${SELECTED} where j.year = ${year} and j.platform_id is not distinct from ${platformOf(scope)}::int
    order by j.job_id desc limit 1`.execute(tx)
  return rows[0]
}

/** Under lock, until the transaction ends: nobody works on it meanwhile. */
export async function lockJob(tx: Tx, scope: Scope, jobId: number): Promise<YearJobRecord | undefined> {
  const { rows } = await sql<YearJobRecord>`
    ${SELECTED} where j.job_id = ${BigInt(jobId)} and ${jobInScope(scope, 'j.platform_id')} for update of j`.execute(
    tx,
  )
  return rows[0]
}

/** The oldest that waits or runs and that no other worker has in hand. */
export async function lockNextJob(tx: Tx): Promise<YearJobRecord | undefined> {
  const { rows } = await sql<YearJobRecord>`
    ${SELECTED} where j.state in ('waiting', 'running') order by j.job_id limit 1 for update of j skip locked`.execute(
    tx,
  )
  return rows[0]
}

/** Lists everyone with a declared payout of the year, payer by payer and by name. How many there are. */
export async function queuePeople(
  tx: Tx,
  { jobId, year }: Pick<YearJobRecord, 'jobId' | 'year'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with people as (
      select y.provider_id, max(e.row_id) as row_id
      from tax_year_payers y join tax_periods p on p.provider_id = y.provider_id and p.month between ${`${year}-01`} and y.last_period
        join tax_entries e using (tax_id) join taxed_rows r using (row_id)
      where y.job_id = ${BigInt(jobId)} and e.payment_month between ${`${year}-01`} and ${`${year}-12`}
      group by 1, r.id_hash),
    queued as (
      insert into tax_year_queue (job_id, provider_id, row_id)
      select ${BigInt(jobId)}, p.provider_id, p.row_id from people p join taxed_rows r using (row_id)
      order by p.provider_id, r.name, p.row_id returning 1)
    select count(*)::int as total from queued`.execute(tx)
  const total = rows[0]?.total ?? 0
  await sql`update tax_year_jobs set state = 'running', total = ${total}, attempts = 0 where job_id = ${BigInt(jobId)}`.execute(
    tx,
  )
  return total
}

export type QueuedPerson = { readonly providerId: number; readonly rowId: bigint }

/** The next people of the job, who then stand in the queue no more. */
export async function takeQueued(tx: Tx, jobId: number, most: number): Promise<QueuedPerson[]> {
  const { rows } = await sql<QueuedPerson>`
    with next as (
      select place from tax_year_queue where job_id = ${BigInt(jobId)} order by place limit ${most}),
    taken as (
      delete from tax_year_queue q using next n where q.job_id = ${BigInt(jobId)} and q.place = n.place
      returning q.place, q.provider_id, q.row_id)
    select provider_id as "providerId", row_id as "rowId" from taken order by place`.execute(tx)
  return rows
}

export async function advanceJob(
  tx: Tx,
  jobId: number,
  by: { readonly done: number; readonly made: number },
): Promise<void> {
  await sql`
    update tax_year_jobs set done = done + ${by.done}, made = made + ${by.made}, attempts = 0
    where job_id = ${BigInt(jobId)}`.execute(tx)
}

export type JobEnd = {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly at: Date
  readonly reason?: YearJobReason
}

export async function endJob(tx: Tx, jobId: number, end: JobEnd): Promise<void> {
  await sql`
    update tax_year_jobs set state = ${end.state}, ended_at = ${end.at}, reason = ${end.reason ?? ''}
    where job_id = ${BigInt(jobId)}`.execute(tx)
  await sql`delete from tax_year_queue where job_id = ${BigInt(jobId)}`.execute(tx)
}

/** One more piece that failed. */
export async function noteAttempt(tx: Tx, jobId: number): Promise<void> {
  await sql`update tax_year_jobs set attempts = attempts + 1 where job_id = ${BigInt(jobId)}`.execute(tx)
}
