// Background jobs on PostgreSQL through pg-boss: scheduled in Shanghai time, run once whatever the number of workers.

import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Logger } from '../log/logger.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { clientsOf } from '../postgres/connection-pool.ts'

export type ScheduledJob = {
  readonly name: string
  /** A cron line in Asia/Shanghai. */
  readonly cron: string
  readonly run: () => Promise<unknown>
}

export type QueueSettings = {
  readonly databaseUrl: string
  readonly database: { readonly timeoutMs: number }
}

/** A cron line names minutes; asking for jobs every two seconds, as the queue does by itself, was a quarter of what an idle worker asks. */
const POLL_SECONDS = 15

export type JobQueue = { stop(): Promise<void> }

export async function startJobs(
  { databaseUrl, database }: QueueSettings,
  jobs: readonly ScheduledJob[],
  log: Logger,
  metrics: Metrics,
): Promise<JobQueue> {
  // Its own pool makes connections of our class, which know the writable server and no frozen one can hold.
  const { Client } = clientsOf(databaseUrl, database.timeoutMs, 'round')
  // Its tables are made by migrations, as their owner.
  const boss = new PgBoss({
    application_name: 'paywages jobs',
    max: 4,
    migrate: false,
    Client,
  } as ConstructorOptions)
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'))
  await boss.start().catch(async (error: unknown) => {
    // It is tried again; its connections must not pile up.
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  })
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      policy: 'stately',
      retryLimit: 3,
      retryDelay: 30,
      expireInSeconds: 900,
    })
    await boss.schedule(job.name, job.cron, {}, { tz: 'Asia/Shanghai' })
    await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
      try {
        const outcome = await job.run()
        metrics.jobRuns.inc({ job: job.name, result: 'done' })
        log.info({ job: job.name, outcome }, 'job done')
      } catch (error) {
        metrics.jobRuns.inc({ job: job.name, result: 'failed' })
        log.error({ job: job.name, err: error }, 'job failed')
        throw error
      }
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 20_000 }) }
}
