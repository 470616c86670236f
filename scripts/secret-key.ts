/** Keeps the demo's encryption key in a file of its own, made once: another key would make the stored data unreadable. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '@paywages/server/adapters/embedded-postgres/place.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

export async function readOrMakeSecretKey(dataFolder: string, databaseFolder: string): Promise<string> {
  const file = join(dataFolder, 'secret.key')
  if (await exists(file)) return (await readFile(file, 'utf8')).trim()
  for (const trace of ['cluster', 'moved-to']) {
    if (await exists(join(databaseFolder, trace))) {
      throw new StartProblem(
        `The key file ${file} is gone while its database is still there; restore the file or set SECRET_KEY to the key it held.`,
      )
    }
  }
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
