// Processor time and memory of other processes, read from /proc: the server's with all its threads, PostgreSQL's with all its backends.

import { readdir, readFile, writeFile } from 'node:fs/promises'

/** What the kernel counts processor time in: a hundredth of a second on every Linux. */
const TICK_MS = 10

type ProcessTimes = { readonly parent: number; readonly own: number; readonly ended: number }

/** Milliseconds of processor time of these processes and all below them, threads and children that have ended included. */
export async function processorTime(roots: readonly number[]): Promise<number> {
  const all = await everyProcess()
  const counted = new Set<number>()
  const add = (pid: number) => {
    counted.add(pid)
    for (const [child, { parent }] of all) if (parent === pid && !counted.has(child)) add(child)
  }
  for (const pid of roots) add(pid)
  let ticks = 0
  for (const pid of counted) {
    const times = all.get(pid)
    ticks += (times?.own ?? 0) + (times?.ended ?? 0)
  }
  return ticks * TICK_MS
}

export type Used = { readonly wall: number; readonly processor: number }

/** What a piece of work takes on the clock and on the processors, all of these processes together. */
export async function usedBy(roots: readonly number[], work: () => Promise<unknown>): Promise<Used> {
  const before = await processorTime(roots)
  const began = performance.now()
  await work()
  const wall = performance.now() - began
  return { wall, processor: (await processorTime(roots)) - before }
}

/** Bytes of memory that a process holds. */
export function residentBytes(pid: number): Promise<number> {
  return statusBytes(pid, 'VmRSS')
}

/** The most it held while the work went on. */
export async function peakDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Forgets the peak of before.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  await work()
  return statusBytes(pid, 'VmHWM')
}

async function statusBytes(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status has no ${field}`)
  return Number(kilobytes) * 1024
}

async function everyProcess(): Promise<ReadonlyMap<number, ProcessTimes>> {
  const found = new Map<number, ProcessTimes>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // Gone since the folder was listed.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
    if (stat === undefined) continue
    // The program's name stands in brackets and may hold anything; what follows it is numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
    found.set(Number(name), {
      parent: parent ?? 0,
      own: (user ?? 0) + (system ?? 0),
      ended: (endedUser ?? 0) + (endedSystem ?? 0),
    })
  }
  return found
}
