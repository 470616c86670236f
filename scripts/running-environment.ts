/** Lets commands find the product that `npm start` runs in a data folder: its settings lie there, for its owner's eyes only. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withSecretFiles } from '@paywages/server/adapters/config/secret-files.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

const NAMES = new Set([
  'DATABASE_URL',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'SECRET_KEY_NEXT',
  'KEY_UNWRAP_COMMAND',
  'KEY_UNWRAP_URL',
  'KEY_UNWRAP_TOKEN',
  'BANK_URL',
  'BANK_SECRET',
  'DATA_DIR',
  'TAX_LAYOUTS_DIR',
  'BACKUP_DIR',
  'BACKUP_KEEP',
])
/** All of each store: a command that looked at another one would take its files for lost. */
const STORES = /^(AUDIT_|BACKUP_)?S3_/

const fileIn = (dataFolder: string) => join(dataFolder, 'running.json')

export function noteRunning(dataFolder: string, environment: NodeJS.ProcessEnv): () => Promise<void> {
  const kept = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value && (NAMES.has(name) || STORES.test(name))),
  )
  writeFileSync(fileIn(dataFolder), JSON.stringify(kept), { mode: 0o600 })
  return async () => rmSync(fileIn(dataFolder), { force: true })
}

/** The environment as it is, or with what a running start noted down where no database is named. */
export function environmentOfRunning(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const environment = withSecretFiles(given)
  if (environment.DATABASE_URL) return environment
  const folder = resolve(environment.DATA_DIR || './data')
  try {
    const noted = readFileSync(fileIn(folder), 'utf8')
    return { ...environment, ...(JSON.parse(noted) as NodeJS.ProcessEnv) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new StartProblem(
        `The product in ${folder} belongs to another user; run the command as the user that it runs as.`,
      )
    return environment
  }
}

/** For commands that need its database. */
export function environmentWithDatabase(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const environment = environmentOfRunning(given)
  if (environment.DATABASE_URL) return environment
  throw new StartProblem(
    `No product runs in ${resolve(environment.DATA_DIR || './data')}: start it, or name its DATA_DIR. With a database of your own set DATABASE_URL, and all else that api and worker are given.`,
  )
}
