// Lets one bank at a time use a data folder: two of them would each execute the same reference.

import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'
import { StartProblem } from './start-problem.ts'

export type FolderLock = { release(): void }

/**
 * The lock is the file `lock.N` with the highest N. Whoever finds its owner dead makes `lock.N+1`, which the file
 * system lets only one of several do; nobody ever removes the highest, so two who take over at once cannot both win.
 */
export function lockFolder(folder: string): FolderLock {
  const owner = identify(process.pid) ?? { pid: process.pid, startedAt: '' }
  for (;;) {
    const last = highest(folder)
    const held = last === 0 ? undefined : readOwner(lockFile(folder, last))
    if (held && isAlive(held)) {
      throw new StartProblem(`The sandbox bank is already running from ${folder} (pid ${held.pid}).`)
    }
    const own = lockFile(folder, last + 1)
    if (!tryCreate(folder, own, owner)) continue
    // A start that slept since it looked may have made a number that was cleared away long ago.
    if (highest(folder) !== last + 1) {
      rmSync(own, { force: true })
      continue
    }
    clearOthers(folder, last + 1)
    return { release: () => replace(folder, own, 'released') }
  }
}

function lockFile(folder: string, number: number): string {
  return join(folder, `lock.${number}`)
}

function highest(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map(numberOf))
}

function numberOf(name: string): number {
  return Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0)
}

/** A file that names no owner was released, or was cut short by a power failure. */
function readOwner(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}

/** A link to a finished file appears whole or not at all, and only for one of two that try at once. */
function tryCreate(folder: string, file: string, owner: ProcessIdentity): boolean {
  const draft = draftFile(folder)
  writeFileSync(draft, JSON.stringify(owner))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Missing, when the winner cleared our draft away.
    if (code === 'EEXIST' || code === 'ENOENT') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(folder: string, file: string, text: string): void {
  const draft = draftFile(folder)
  writeFileSync(draft, text)
  renameSync(draft, file)
}

function draftFile(folder: string): string {
  return join(folder, `lock.draft-${randomBytes(6).toString('hex')}`)
}

function clearOthers(folder: string, own: number): void {
  for (const name of readdirSync(folder)) {
    const older = numberOf(name) > 0 && numberOf(name) < own
    if (older || name.startsWith('lock.draft-')) rmSync(join(folder, name), { force: true })
  }
}
