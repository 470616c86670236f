/** An earlier release out of the repository's own history, unpacked so that its own code can run against the same database as this one. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberOf, readMigrations } from '@paywages/server/adapters/postgres/migration-files.ts'
import { RELEASE } from '@paywages/server/adapters/postgres/release.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = 'server/migrations/'
const SCOPE = '@paywages'

export type Landed = { readonly commit: string; readonly release: number }

/** Its releases by the schema they came with: the last one before this, the oldest that may still write, the newest that may not. */
export type Earlier = {
  readonly previous: Landed | undefined
  readonly oldestWriter: Landed | undefined
  readonly newestRefused: Landed | undefined
}

const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Why no earlier release can be had here, or those there are. */
export function findEarlier(): Earlier | string {
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() === 'true')
      return 'this clone has no history (git fetch --unshallow brings it)'
    return chooseFrom(landedReleases())
  } catch {
    return 'this folder is no clone of the repository, so that no earlier release is at hand'
  }
}

export function chooseFrom(landed: readonly Landed[], least = leastWriter(), own = RELEASE): Earlier {
  const older = landed.filter(({ release }) => release < own).toSorted((a, b) => b.release - a.release)
  return {
    previous: older.find(({ release }) => release >= least),
    oldestWriter: older.findLast(({ release }) => release >= least),
    newestRefused: older.find(({ release }) => release < least),
  }
}

const leastWriter = (): number => Math.max(...readMigrations().map((one) => one.leastWriter ?? 0))

/**
 * The last commit before each change of the schema, newest first. Left out is what never was a release: a state whose migrations are not
 * the first ones of today's, because branches that added lower numbers were merged after it.
 */
function landedReleases(): Landed[] {
  const today = treeOf('HEAD')
  const changes = git('log', '--first-parent', '--format=%H %P', '--', FOLDER).trim().split('\n')
  const found = new Map<number, Landed>()
  for (const line of changes) {
    const parent = line.split(' ')[1]
    if (parent === undefined) continue
    const then = treeOf(parent)
    const release = Math.max(0, ...[...then.keys()].map(numberOf))
    const expected = [...today].filter(([name]) => numberOf(name) <= release)
    const isWhole = expected.length === then.size && expected.every(([name, blob]) => then.get(name) === blob)
    if (isWhole && !found.has(release)) found.set(release, { commit: parent, release })
  }
  return [...found.values()]
}

/** The migrations of a commit with the names of their contents. */
function treeOf(commit: string): Map<string, string> {
  const lines = git('ls-tree', commit, FOLDER).trim().split('\n')
  const files = lines.flatMap((line): [string, string][] => {
    const [, blob, name] = /^\d+ blob (\w+)\t.*\/(\d{4}-[^/]+\.sql)$/.exec(line) ?? []
    return blob && name ? [[name, blob]] : []
  })
  return new Map(files)
}

export type Unpacked = { readonly folder: string; remove(): void }

/** Its own sources, with the packages that are installed here: the same versions, or it is refused. */
export function unpack({ commit }: Landed): Unpacked {
  const folder = mkdtempSync(join(tmpdir(), 'paywages-earlier-'))
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, SCOPE), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== SCOPE) symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  for (const name of readdirSync(join(ROOT, 'node_modules', SCOPE)))
    symlinkSync(join(folder, name), join(packages, SCOPE, name))
  requireSamePackages(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

type Manifest = { readonly version: string; readonly dependencies?: Record<string, string> }
const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function requireSamePackages(folder: string): void {
  for (const room of ['domain', 'wire', 'server', 'sandbox-bank'])
    for (const [name, version] of Object.entries(manifest(join(folder, room)).dependencies ?? {})) {
      if (name.startsWith(`${SCOPE}/`)) continue
      const here = manifest(join(ROOT, 'node_modules', name)).version
      if (here !== version) throw new Error(`that release wants ${name} ${version}, and ${here} is installed`)
    }
}
