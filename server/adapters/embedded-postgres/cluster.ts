/** Makes a new database cluster in a temporary folder and renames it, so that an interrupted start leaves none half made. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../start-problem.ts'
import { exists, give, type Place } from './place.ts'

export const superuser = 'paywages'

/** PostgreSQL's own environment: PG* variables of the person's shell must not reach it. */
export const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }

export async function ensureCluster(
  place: Place,
  native: string,
  fast: boolean,
  log: (line: string) => void,
): Promise<void> {
  if (await exists(join(place.cluster, 'PG_VERSION'))) return
  if ((await exists(place.cluster)) && (await readdir(place.cluster)).length > 0) {
    throw new StartProblem(
      `${place.cluster} holds files but no database; move it away to begin with a new one.`,
    )
  }
  log('Creating the database cluster.')
  await removeHalfMade(place.home)
  await ensurePassword(place)
  const part = `${place.cluster}.part-${randomBytes(4).toString('hex')}`
  await initdb(place, native, part, fast)
  await rename(part, place.cluster)
  if (!fast) await syncFolder(place.home)
}

export async function readPassword(place: Place): Promise<string> {
  if (await exists(place.passwordFile)) return (await readFile(place.passwordFile, 'utf8')).trim()
  throw new StartProblem(
    `The database's password file ${place.passwordFile} is gone; restore it from a backup.`,
  )
}

async function removeHalfMade(home: string): Promise<void> {
  const halfMade = (await readdir(home)).filter((name) => name.startsWith('cluster.part-'))
  for (const name of halfMade) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
}

async function ensurePassword(place: Place): Promise<void> {
  const password = randomBytes(24).toString('base64url')
  await writeFile(place.passwordFile, `${password}\n`, { mode: 0o600 })
  await give(place.passwordFile, place.user)
}

async function initdb(place: Place, native: string, folder: string, fast: boolean): Promise<void> {
  const child = spawn(
    join(native, 'bin', 'initdb'),
    [
      ...['--pgdata', folder, '--username', superuser, '--pwfile', place.passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--data-checksums'],
      // Other locales make pg_trgm find nothing in Chinese.
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=C.UTF-8'],
      ...(fast ? ['--no-sync'] : []),
    ],
    { ...place.user, cwd: '/', env: environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const code = await new Promise((settle, fail) => child.on('error', fail).on('close', settle))
  if (code === 0) return
  await rm(folder, { recursive: true, force: true })
  const lines = complaint.trim().split('\n')
  const line = lines.find((text) => /error|fatal/i.test(text)) ?? lines.at(-1)
  throw new StartProblem(`The database cluster cannot be created in ${place.home}: ${line}`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
