// Gives each process a folder of its own for temporary files, and removes the folders of processes that are gone.

import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { identify } from '../process-identity.ts'

/** How often a process shows that it lives, to those on other machines that share the folder. */
const SHOW_MS = 60_000
/** Without a sign for so long, a process of another machine, or of this one before it was restarted, counts as gone. */
export const SILENT_MS = 10 * SHOW_MS
// No upload takes this long: an older file outside of any process's folder was left by an earlier release.
const STALE_FILE_MS = 60 * 60 * 1000

const kept = new Set<string>()
let timer: NodeJS.Timeout | undefined

/** The parent must be there: one that was taken away, as with an unmounted disk, is not made anew. */
export async function ownFolder(parent: string): Promise<string> {
  const path = join(parent, nameOf(process.pid))
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  kept.add(path)
  timer ??= setInterval(() => void showAndSweep(), SHOW_MS)
  timer.unref()
  return path
}

async function showAndSweep(): Promise<void> {
  for (const path of kept) {
    const now = new Date()
    await utimes(path, now, now).catch(() => kept.delete(path))
    await sweepFolders(join(path, '..')).catch(() => undefined)
  }
}

/** Removes what dead processes left in the folder; what a living one has there is never touched. */
export async function sweepFolders(parent: string, nowMs: number = Date.now()): Promise<void> {
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) continue
    const silentMs = nowMs - found.mtimeMs
    const gone = entry.isDirectory() ? isGone(entry.name, silentMs) : silentMs > STALE_FILE_MS
    if (gone) await rm(path, { recursive: true, force: true })
  }
}

/** Names the machine, the process and its start: a number alone is soon another process's. */
export function nameOf(pid: number): string {
  return `${machine()}.${pid}.${identify(pid)?.startedAt.replaceAll(/[^\w]/g, '-') ?? 'unknown'}`
}

const OWNED = /^([0-9a-f]{16})\.(\d+)\.([\w-]+)$/

function isGone(name: string, silentMs: number): boolean {
  const [, where, pid] = OWNED.exec(name) ?? []
  if (where === undefined || pid === undefined) return silentMs > STALE_FILE_MS
  if (where !== machine()) return silentMs > SILENT_MS
  return nameOf(Number(pid)) !== name
}

let known: string | undefined

/** Process numbers mean something only within one run of one machine and, in a container, within its own numbering. */
function machine(): string {
  known ??= createHash('sha256')
    .update([hostname(), bootId(), pidNamespace()].join('\n'))
    .digest('hex')
    .slice(0, 16)
  return known
}

const orEmpty = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}
const bootId = () => orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
const pidNamespace = () => orEmpty(() => readlinkSync('/proc/self/ns/pid'))
