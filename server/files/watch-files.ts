// Looks every night whether the file store has what the database names, and tells what it lost: by metric, alarm and to-do.

import type { Services } from '../app-services.ts'
import { findMissingFiles, type MissingFiles } from './find-missing-files.ts'
import { noteFileCheck, readFileCheck } from './missing-store.ts'

type Noting = Pick<Services, 'database' | 'clock' | 'metrics' | 'log'>

/** Of more keys nobody lists all in one night; `npm run verify` does. */
const MAX_LISTED = 5_000_000

export async function watchFiles(services: Services): Promise<{ missing: number; unnamed: number }> {
  const found = await findMissingFiles(services, MAX_LISTED)
  await noteMissing(services, found)
  return { missing: found.count, unnamed: found.unnamed }
}

/** Whoever put the files back need not wait for the night: every check is noted, by whatever command. */
export async function noteMissing(services: Noting, { count, named, unnamed }: MissingFiles): Promise<void> {
  const checkedAt = services.clock.now()
  await services.database.transact((tx) => noteFileCheck(tx, { checkedAt, missing: count, unnamed, named }))
  services.metrics.filesMissing.set(count)
  if (count > 0) services.log.error({ missing: count, named }, 'files that the database names are missing')
}

/** What never was checked is infinitely long ago. */
export async function showFileCheck({
  database,
  clock,
  metrics,
}: Pick<Services, 'database' | 'clock' | 'metrics'>): Promise<void> {
  const check = await database.query((tx) => readFileCheck(tx))
  const at = check?.checkedAt.getTime() ?? Number.NEGATIVE_INFINITY
  metrics.filesMissing.set(check?.missing ?? 0)
  metrics.filesCheckAgeSeconds.set(Math.max(0, (clock.now().getTime() - at) / 1_000))
}
