/** What each process of the cluster holds at a moment: memory, files and threads from /proc, and the connections of its database. */
import { readdirSync, readFileSync } from 'node:fs'

export type Held = {
  readonly name: string
  readonly megabytes: number
  readonly files: number
  readonly threads: number
}

export type Moment = {
  readonly seconds: number
  readonly processes: readonly Held[]
  readonly connections: number
  readonly batches: number
}

export function heldBy(name: string, pid: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const figure = (label: string) => Number(new RegExp(`^${label}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return {
    name,
    megabytes: figure('VmRSS') / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
    threads: figure('Threads'),
  }
}
