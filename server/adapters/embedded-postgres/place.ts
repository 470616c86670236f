/** Decides where a database lives and as which system user it runs: PostgreSQL refuses to run as root. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { reasonOf, StartProblem } from '../start-problem.ts'
import { type SystemUser, systemFolder } from './binaries.ts'

export type Place = {
  /** Everything of this database: the cluster, its password and its log. */
  home: string
  /** PostgreSQL's data folder. */
  cluster: string
  passwordFile: string
  logFile: string
  /** Only when we are root: the user to run as. */
  user: SystemUser | undefined
}

const nobody: SystemUser = { uid: 65534, gid: 65534 }
const signpost = 'moved-to'

export async function findPlace(folder: string, log: (line: string) => void): Promise<Place> {
  const wanted = await makeFolder(resolve(folder))
  if (process.getuid?.() !== 0) return placeAt(wanted, undefined)
  const moved = await readSignpost(wanted)
  if (moved) return placeAt(moved, await ownerOf(join(moved, 'cluster')))
  const user = await ownerOf(join(wanted, 'cluster'))
  if (user && canReach(wanted, user)) return placeAt(wanted, user)
  if (user) {
    throw new StartProblem(
      `The database in ${wanted} belongs to user ${user.uid}, who can no longer reach it; give the folders above it back their "x" permission for others.`,
    )
  }
  await give(wanted, nobody)
  if (canReach(wanted, nobody)) return placeAt(wanted, nobody)
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const home = await makeFolder(join(systemFolder, hash))
  await chmod(dirname(home), 0o755)
  await give(home, nobody)
  if (!canReach(home, nobody)) {
    throw new StartProblem(`The database's user ${nobody.uid} can reach neither ${wanted} nor ${home}.`)
  }
  log(`The database's user cannot reach ${wanted}, so the database lives in ${home}.`)
  return placeAt(home, (await ownerOf(join(home, 'cluster'))) ?? nobody)
}

/** Written once the cluster exists, so that a checkout that is moved or reopened still finds its data. */
export async function leaveSignpost(folder: string, place: Place): Promise<void> {
  const wanted = await realpath(resolve(folder))
  if (wanted !== place.home) await writeFile(join(wanted, signpost), `${place.home}\n`)
}

export async function give(path: string, user: SystemUser | undefined): Promise<void> {
  if (!user) return
  // A file system without owners refuses; whether the user can work there is found out by trying.
  await chown(path, user.uid, user.gid).catch(() => {})
}

/** False only when the path certainly does not exist: a folder that may not be read counts as there. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw new StartProblem(`The database folder cannot be read: ${reasonOf(error)}.`)
  }
}

function placeAt(home: string, user: SystemUser | undefined): Place {
  return {
    home,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'password'),
    logFile: join(home, 'postgres.log'),
    user,
  }
}

async function makeFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o755 })
    return await realpath(path)
  } catch (error) {
    throw new StartProblem(`The database folder cannot be made: ${reasonOf(error)}.`)
  }
}

async function readSignpost(wanted: string): Promise<string | undefined> {
  if (!(await exists(join(wanted, signpost)))) return undefined
  const home = (await readFile(join(wanted, signpost), 'utf8')).trim()
  if (await exists(join(home, 'cluster'))) return home
  throw new StartProblem(
    `The database of ${wanted} was kept in ${home}, which is gone; delete ${join(wanted, signpost)} to begin with an empty one.`,
  )
}

/** An existing cluster keeps running as whoever made it, so root and an ordinary user can take turns. */
async function ownerOf(cluster: string): Promise<SystemUser | undefined> {
  if (!(await exists(cluster))) return undefined
  const { uid, gid } = await stat(cluster)
  return uid === 0 ? undefined : { uid, gid }
}

/** Tried for real, since permission bits alone do not tell what access lists and mounts allow. */
function canReach(folder: string, user: SystemUser): boolean {
  const attempt = spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...user, cwd: '/' })
  return attempt.status === 0
}
