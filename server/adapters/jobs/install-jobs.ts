// Makes or updates the job queue's own tables, as the owner of the database: workers have no right to.

import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { clientsOf } from '../postgres/connection-pool.ts'
import { DEFAULT_TIMEOUT_MS } from '../postgres/time-limits.ts'

export async function installJobs(ownerUrl: string): Promise<void> {
  // As for the worker: of several servers in the address it is the writable one.
  const { Client } = clientsOf(ownerUrl, DEFAULT_TIMEOUT_MS, 'migration')
  const boss = new PgBoss({
    Client,
    application_name: 'paywages migrate',
    max: 1,
    supervise: false,
    schedule: false,
  } as ConstructorOptions)
  // A connection that is lost fails the start below; without a listener it would end the process.
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
}
