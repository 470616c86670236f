// Brings the database to the newest schema: as the user of DATABASE_OWNER_URL, or of DATABASE_URL where there is but one.

import { withSecretFiles } from '@paywages/server/adapters/config/secret-files.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { migrateAsOwner } from './migrate-as-owner.ts'

try {
  await migrateAsOwner(withSecretFiles(process.env), (line) => console.log(line))
  console.log('The database has the newest schema.')
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exit(1)
}
