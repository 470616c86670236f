// Runs a worker's work for as long as the database fits this release: stopped when it no longer does, started when it does again.

import { repeat } from '../adapters/jobs/repeat.ts'
import type { Services } from '../app-services.ts'
import { CHECK_SCHEMA_EVERY_MS } from './open-services.ts'

export type Work = { stop(): Promise<void> }

/** Stopping lets what is in hand finish. */
export async function followSchema(services: Services, startWork: () => Promise<Work>): Promise<Work> {
  const { schema, log } = services
  let work: Work | undefined
  const follow = async () => {
    const fits = schema.problem() === undefined
    if (fits && !work) {
      work = await startWork()
      log.info('the worker works')
    } else if (!fits && work) {
      await work.stop()
      work = undefined
      log.warn('the worker has stopped its work')
    }
  }
  await follow()
  const watch = repeat('check-schema', CHECK_SCHEMA_EVERY_MS, () => schema.check().finally(follow), log)
  return {
    stop: async () => {
      await watch.stop()
      await work?.stop()
    },
  }
}
