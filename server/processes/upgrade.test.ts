// The data of each landed milestone, upgraded to this release: every invariant holds, and work goes on.

import { afterAll, expect, it } from 'vitest'
import { appUser } from '../adapters/embedded-postgres/app-user.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { administratorUrl } from '../adapters/postgres/release.ts'
import { verifyInvariants } from '../invariants/verify.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../testing/empty-database.ts'
import { milestones, restoreMilestone } from '../testing/milestone-data.ts'
import { movableClock, openTestServices } from '../testing/test-services.ts'

const made: EmptyDatabase[] = []
afterAll(async () => {
  for (const database of made) await database.drop()
})

it.each(milestones())('%s', async (milestone) => {
  const database = await createEmptyDatabase()
  made.push(database)
  const { takenAt, secretKey } = await restoreMilestone(database, milestone)
  const before = await database.query<{ rows: number }>('select count(*)::int as rows from payout_rows')
  await migrate(database.url, { appUser, jobs: false })
  const url = new URL(database.url)
  url.username = appUser
  const home = { url: url.href, ownerUrl: administratorUrl(database.url), drop: async () => undefined }
  const services = await openTestServices({
    home,
    clock: movableClock(takenAt),
    settings: { SECRET_KEY: secretKey },
  })
  try {
    const findings = await verifyInvariants(services, { bankDays: 0 })
    // Nobody works on it, and the cluster of tests gives durability up.
    expect(findings.filter(({ invariant }) => invariant !== 'I8' && invariant !== 'I9')).toEqual([])
    expect(before[0]?.rows).toBeGreaterThan(50)
    expect(await services.query('select count(*)::int as rows from payout_rows')).toEqual(before)
  } finally {
    await services.close()
  }
})
