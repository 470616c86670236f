/** Keeps the secrets that the demo makes for itself in files of their own, made once. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '@paywages/server/adapters/embedded-postgres/place.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

/** The encryption key: another one would make the stored data unreadable. */
export async function readOrMakeSecretKey(dataFolder: string, databaseFolder: string): Promise<string> {
  const file = join(dataFolder, 'secret.key')
  if (await exists(file)) return readSecretKey(dataFolder)
  for (const trace of ['cluster', 'moved-to']) {
    if (await exists(join(databaseFolder, trace))) {
      throw new StartProblem(
        `The key file ${file} is gone while its database is still there; restore the file or set SECRET_KEY to the key it held.`,
      )
    }
  }
  return makeSecret(file)
}

/** Never a new one: backups were sealed under the old. */
export async function readSecretKey(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'secret.key')
  if (await exists(file)) return (await readFile(file, 'utf8')).trim()
  throw new StartProblem(`Set SECRET_KEY to the key of the backup, or put the key file back as ${file}.`)
}

/** What console and sandbox bank sign with. */
export async function readOrMakeBankSecret(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'bank.secret')
  return (await exists(file)) ? (await readFile(file, 'utf8')).trim() : makeSecret(file)
}

async function makeSecret(file: string): Promise<string> {
  const key = randomBytes(32).toString('base64')
  const part = `${file}.part`
  const handle = await open(part, 'w', 0o600)
  await handle.writeFile(`${key}\n`)
  // On disk before any data is encrypted with it.
  await handle.sync()
  await handle.close()
  await rename(part, file)
  return key
}
