/** Runs a command with the services and, beside them, the database as the owner of the tables: DATABASE_OWNER_URL, or the embedded one's own user. */
import { join } from 'node:path'
import { readPassword, superuser } from '@paywages/server/adapters/embedded-postgres/cluster.ts'
import { exists, findPlace } from '@paywages/server/adapters/embedded-postgres/place.ts'
import { findRunning } from '@paywages/server/adapters/embedded-postgres/postmaster.ts'
import { type Database, openDatabase } from '@paywages/server/adapters/postgres/database.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { environmentOfRunning } from './running-environment.ts'
import { withServices } from './with-services.ts'

export async function withOwner(work: (services: Services, owner: Database) => Promise<void>): Promise<void> {
  await withServices(async (services) => {
    const { log, settings } = services
    const owner = openDatabase(await ownerAddress(services), log, { ...settings.database, kind: 'long' })
    try {
      await requireOwner(owner)
      await work(services, owner)
    } finally {
      await owner.close()
    }
  })
}

async function ownerAddress({ settings: { databaseUrl, dataDir } }: Services): Promise<string> {
  const { DATABASE_OWNER_URL } = environmentOfRunning(process.env)
  if (DATABASE_OWNER_URL) return DATABASE_OWNER_URL
  const folder = join(dataDir, 'postgres')
  const place = (await exists(folder)) ? await findPlace(folder, () => undefined) : undefined
  const running = place && (await findRunning(place))
  const url = new URL(databaseUrl)
  if (!place || !running || url.port !== String(running.port)) return databaseUrl
  url.username = superuser
  url.password = await readPassword(place)
  return url.href
}

async function requireOwner({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ owns: boolean }>(
    "select pg_has_role(relowner, 'member') as owns from pg_class where oid = 'audit_entries'::regclass",
  )
  if (rows[0]?.owns !== true)
    throw new StartProblem(
      'Only the owner of the tables can do this: set DATABASE_OWNER_URL, as for npm run migrate.',
    )
}
