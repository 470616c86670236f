// The last moment that anything of ours still knows, in the database or published of it: a clock before it is wrong (ADR 165).

import type { Services } from '../app-services.ts'
import { readHead } from '../audit-log/anchor-head.ts'
import { lastEntryAt } from '../audit-log/store.ts'
import { lastWrittenAt } from './reconcile-store.ts'

export async function lastKnownMoment(services: Services): Promise<Date | null> {
  const written = await services.database.query(async (tx) => [
    await lastWrittenAt(tx),
    await lastEntryAt(tx),
  ])
  const known = [...written, await lastPublished(services)].flatMap((moment) =>
    moment ? [moment.getTime()] : [],
  )
  return known.length === 0 ? null : new Date(Math.max(...known))
}

/** Published where a restore of the database does not reach; a file store that is away tells nothing. */
async function lastPublished(services: Services): Promise<Date | undefined> {
  try {
    const { newest } = await readHead(services)
    return newest && new Date(newest.at)
  } catch (error) {
    services.log.warn({ err: error }, 'the newest anchor of the audit log could not be read')
    return undefined
  }
}
