/** Lets one Paywages at a time use a data folder, and tells the next one what a killed one left running. */
import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identify, isAlive, type ProcessIdentity } from '@paywages/server/adapters/process-identity.ts'
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'

type LockContent = { owner: ProcessIdentity; children: ProcessIdentity[] }

export type DataFolderLock = {
  /** Set when the last owner was killed: the children it may have left, which end by themselves soon. */
  leftBehind: ProcessIdentity[] | undefined
  /** Notes the children that run now, for the next start should this one be killed. */
  noteChildren(pids: number[]): void
  release(): Promise<void>
}

export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  const file = join(folder, 'paywages.lock')
  const owner = identify(process.pid) ?? { pid: process.pid, startedAt: '' }
  try {
    await mkdir(folder, { recursive: true })
    const leftBehind = await take(file, owner)
    return {
      leftBehind,
      noteChildren: (pids) => {
        const children = pids.map(identify).filter((found) => found !== undefined)
        replace(file, { owner, children })
      },
      release: () => rm(file, { force: true }),
    }
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`The data folder ${folder} cannot be used: ${reasonOf(error)}.`)
  }
}

async function take(file: string, owner: ProcessIdentity): Promise<ProcessIdentity[] | undefined> {
  let leftBehind: ProcessIdentity[] | undefined
  for (;;) {
    if (await tryCreate(file, { owner, children: leftBehind ?? [] })) return leftBehind
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const held = parse(text)
    if (held && isAlive(held.owner)) {
      throw new StartProblem(`Paywages is already running from this data folder (pid ${held.owner.pid}).`)
    }
    if (await removeStale(file, text)) leftBehind = held?.children ?? []
  }
}

/** A link to a finished file appears whole or not at all, and only for one of two that try at once. */
async function tryCreate(file: string, content: LockContent): Promise<boolean> {
  const own = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(own, JSON.stringify(content))
  try {
    await link(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}

/** Moves the stale file away and looks again: another start may have put its own in place in between. */
async function removeStale(file: string, stale: string): Promise<boolean> {
  const aside = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await rename(file, aside)
  } catch {
    return false
  }
  const wasStale = (await readFile(aside, 'utf8')) === stale
  if (!wasStale) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
  return wasStale
}

/** At once rather than in turns, so that two notes cannot cross. */
function replace(file: string, content: LockContent): void {
  const next = `${file}.next`
  writeFileSync(next, JSON.stringify(content))
  renameSync(next, file)
}

/** A file cut short by a power failure names no owner, and counts as left behind. */
function parse(text: string): LockContent | undefined {
  try {
    const content = JSON.parse(text) as Partial<LockContent>
    if (!content.owner || !Array.isArray(content.children)) return undefined
    return { owner: content.owner, children: content.children }
  } catch {
    return undefined
  }
}
