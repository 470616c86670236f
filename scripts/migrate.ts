// Brings the database to the newest schema: as the user of DATABASE_OWNER_URL, or of DATABASE_URL where there is but one.

import { withSecretFiles } from '@paywages/server/adapters/config/secret-files.ts'
import { commandWords } from './command-line.ts'
import { migrateAsOwner } from './migrate-as-owner.ts'
import { problemText } from './tell-problem.ts'

commandWords({ usage: 'migrate' })

try {
  await migrateAsOwner(withSecretFiles(process.env), (line) => console.log(line))
  console.log('The database has the newest schema.')
} catch (error) {
  console.error(problemText(error))
  process.exit(1)
}
