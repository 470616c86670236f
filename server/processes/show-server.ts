// Shows what the database server tells about itself: schema, standbys, jobs that wait.

import { readServerState } from '../adapters/postgres/server-state.ts'
import type { Services } from '../app-services.ts'

export async function showServer({
  database,
  metrics,
}: Pick<Services, 'database' | 'metrics'>): Promise<void> {
  const { migration, standbys, queues } = await readServerState(database.pool)
  metrics.schemaMigration.set(migration)
  metrics.standbys.set(standbys.length)
  // What is gone must not stand there with its last figure.
  for (const gauge of [
    metrics.replicationLagSeconds,
    metrics.replicationLagBytes,
    metrics.jobsWaiting,
    metrics.jobOldestSeconds,
  ])
    gauge.reset()
  for (const { name: standby, lagSeconds, lagBytes } of standbys) {
    if (lagSeconds !== null) metrics.replicationLagSeconds.set({ standby }, lagSeconds)
    if (lagBytes !== null) metrics.replicationLagBytes.set({ standby }, lagBytes)
  }
  for (const { queue, waiting, oldestSeconds } of queues) {
    metrics.jobsWaiting.set({ queue }, waiting)
    metrics.jobOldestSeconds.set({ queue }, oldestSeconds)
  }
}
