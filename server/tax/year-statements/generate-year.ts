// Asks for the statements of a year, and takes the request back: the worker makes them (ADR 38).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { isActive } from '@paywages/domain/tax/year-job.ts'
import { isStatementYear, type Year } from '@paywages/domain/tax/year-statement.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { Refused } from '../../refused.ts'
import { endJob, insertJob, lockJob, newestJob, payersOfYear, type YearJobRecord } from './year-job-store.ts'

/** Asked again while one waits or runs, that one is the answer. */
export async function generateYear(
  services: Services,
  by: Actor,
  scope: Scope,
  year: Year,
): Promise<YearJobRecord> {
  if (!isStatementYear(year, by.at)) throw new Refused('tax-year-wrong')
  return services.database.transact(async (tx) => {
    const payers = await payersOfYear(tx, scope, year)
    if (payers.length === 0) throw new Refused('tax-year-empty', { year })
    const jobId = await insertJob(tx, { scope, year, by: by.person.accountId, at: by.at, payers })
    if (jobId !== undefined)
      await recordEntry(tx, by, {
        action: 'generate-year-statements',
        object: { kind: 'tax-year-job', id: jobId, name: year },
        after: { year, payers: payers.length },
      })
    const job = await newestJob(tx, scope, year)
    if (!job) throw new Error('a job was not written')
    return job
  })
}

/** What is made stays made. */
export async function cancelYear(
  services: Services,
  by: Actor,
  scope: Scope,
  jobId: number,
): Promise<undefined> {
  await services.database.transact(async (tx) => {
    const job = await lockJob(tx, scope, jobId)
    if (!job) throw new Refused('not-found')
    if (!isActive(job.state)) throw new Refused('tax-year-over')
    await endJob(tx, jobId, { state: 'cancelled', at: by.at })
    await recordEntry(tx, by, {
      action: 'cancel-year-statements',
      object: { kind: 'tax-year-job', id: jobId, name: job.year },
      after: { year: job.year, done: job.done, total: job.total },
    })
  })
}
