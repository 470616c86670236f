// Brings the database of DATABASE_URL to the newest schema.

import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

const url = process.env.DATABASE_URL
try {
  if (!url) throw new StartProblem('The setting DATABASE_URL must be set.')
  await migrate(url)
  console.log('The database has the newest schema.')
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exit(1)
}
