// Makes or updates the job queue's own tables, as the owner of the database: workers have no right to.

import { PgBoss } from 'pg-boss'

export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: 'paywages migrate',
    max: 1,
    supervise: false,
    schedule: false,
  })
  // A connection that is lost fails the start below; without a listener it would end the process.
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
}
