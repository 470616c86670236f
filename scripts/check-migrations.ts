/** Fails on a migration that would break a release that still runs, or hold a table that is in use. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER } from '@paywages/server/adapters/postgres/migration-files.ts'
import { migrationProblems } from './migration-rules.ts'

const problems = readdirSync(MIGRATIONS_FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .flatMap((name) =>
    migrationProblems(name, readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')).map(
      (problem) => `server/migrations/${name} ${problem}.`,
    ),
  )
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
