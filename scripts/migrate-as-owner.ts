// Migrates as the owner of the database, and gives the application's own user its rights where there is one.

import { parseDatabaseUrl, userOf } from '@paywages/server/adapters/postgres/database-address.ts'
import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

/** Without DATABASE_OWNER_URL the application's user owns the tables, as it did before there were two. */
export async function migrateAsOwner(
  { DATABASE_URL: url, DATABASE_OWNER_URL: owner }: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<void> {
  if (!url)
    throw new StartProblem(
      'The setting DATABASE_URL must be set; under npm start the product migrates by itself.',
    )
  for (const [name, address] of Object.entries({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }))
    if (address && parseDatabaseUrl(address) === undefined)
      throw new StartProblem(
        `The setting ${name} must be an address such as postgres://user:password@host:5432/paywages.`,
      )
  if (!owner) {
    await migrate(url, { print })
    print('The application owns its tables: nothing in the database keeps it from changing its history.')
    return
  }
  await migrate(owner, { appUser: userOf(url), setting: 'DATABASE_OWNER_URL', print })
}
