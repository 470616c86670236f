/** Tells one process from a later one that got the same number, which after a crash or in a container is common. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type ProcessIdentity = { pid: number; startedAt: string }

/** When the process began, as the system writes it; undefined when there is none, or only its zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  try {
    const startedAt = process.platform === 'linux' ? readLinuxStart(pid) : readStart(pid)
    return startedAt ? { pid, startedAt } : undefined
  } catch {
    return undefined
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt
}

function readLinuxStart(pid: number): string | undefined {
  // The name in parentheses may hold spaces, so fields are counted from the last one; the state is field 3, the start 22.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

function readStart(pid: number): string | undefined {
  const [state, ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(/\s+/)
  return state?.startsWith('Z') ? undefined : start.join(' ')
}
