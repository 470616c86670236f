/** `npm run move-database`: the stopped embedded database of DATA_DIR into the empty server of DATABASE_URL, as its owner. */
import { join, resolve } from 'node:path'
import { withSecretFiles } from '@paywages/server/adapters/config/secret-files.ts'
import { exists } from '@paywages/server/adapters/embedded-postgres/place.ts'
import {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { copyDatabase } from '@paywages/server/adapters/postgres/copy-database.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { commandWords } from './command-line.ts'
import { runCommand } from './command-settings.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { migrateAsOwner } from './migrate-as-owner.ts'

commandWords({ usage: 'move-database' })

const print = (line: string) => console.log(line)

await runCommand(async () => {
  const environment = withSecretFiles(process.env)
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment
  if (!DATABASE_URL)
    throw new StartProblem(
      'Set DATABASE_URL, and DATABASE_OWNER_URL where there are two users, to the server to move to.',
    )
  const dataDir = resolve(environment.DATA_DIR || './data')
  const folder = join(dataDir, 'postgres')
  if (!(await exists(folder))) throw new StartProblem(`${dataDir} holds no embedded database.`)
  // Refused while the product runs: what it wrote meanwhile would be left behind.
  const lock = await lockDataFolder(dataDir)
  try {
    await migrateAsOwner(environment, print)
    const server = await startEmbeddedPostgres({ folder, log: print })
    try {
      await migrateAsOwner({ DATABASE_URL: server.appUrl, DATABASE_OWNER_URL: server.url }, print)
      const { tables, rows } = await copyDatabase(server.url, DATABASE_OWNER_URL || DATABASE_URL, print)
      print(`Copied ${rows} rows of ${tables} tables, each compared by count and digest.`)
    } finally {
      await stopEmbeddedPostgres(folder)
    }
  } finally {
    await lock.release()
  }
  print('Start the product with this DATABASE_URL and the same SECRET_KEY, then run npm run verify.')
  print(
    `The embedded database in ${folder} is as it was: never start it again, it would know nothing of what is paid from now on.`,
  )
})
