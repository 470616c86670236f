/** Finds and ends the PostgreSQL processes that work in one data folder, and no other process. */
import { execFile } from 'node:child_process'
import { readdir, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Ids of the processes whose program is postgres and whose working directory is this folder (a real path). */
export async function postgresProcessesIn(dataFolder: string): Promise<number[]> {
  if (process.platform !== 'linux') return listWithLsof(dataFolder)
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const matches = await Promise.all(ids.map((id) => worksIn(id, dataFolder)))
  return ids.filter((_, index) => matches[index])
}

export async function isPostgresIn(id: number, dataFolder: string): Promise<boolean> {
  if (process.platform === 'linux') return worksIn(id, dataFolder)
  return (await listWithLsof(dataFolder)).includes(id)
}

/** A zombie has no readable working directory, so it counts as gone, unlike with kill(id, 0). */
async function worksIn(id: number, dataFolder: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${id}/cwd`)) !== dataFolder) return false
    // A person's shell may stand in the folder as well; only the postgres program may ever be ended.
    return basename(await readlink(`/proc/${id}/exe`)).replace(' (deleted)', '') === 'postgres'
  } catch {
    return false
  }
}

async function listWithLsof(dataFolder: string): Promise<number[]> {
  // lsof exits with 1 when it finds nothing, so its output counts rather than its exit code.
  const output = await run('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn']).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  )
  return readLsof(output, dataFolder)
}

/** Reads lsof's field output: a `p` line names a process, the `n` line after it that process's folder. */
export function readLsof(output: string, dataFolder: string): number[] {
  const found: number[] = []
  let id = 0
  for (const line of output.split('\n')) {
    if (line.startsWith('p')) id = Number(line.slice(1))
    if (line === `n${dataFolder}`) found.push(id)
  }
  return found
}

/**
 * Ends what a killed postmaster left behind: a backend in the middle of a query keeps the shared memory block,
 * and no new postmaster starts until it is gone.
 */
export async function endLeftovers(dataFolder: string, log: (line: string) => void): Promise<void> {
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const leftovers = await postgresProcessesIn(dataFolder)
    if (leftovers.length === 0) return
    log(`Ending ${leftovers.length} leftover PostgreSQL process(es) of an earlier run.`)
    for (const id of leftovers) sendSignal(id, signal)
    await until(async () => (await postgresProcessesIn(dataFolder)).length === 0, 3_000)
  }
}

export function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal)
  } catch (error) {
    // It ended by itself between being found and being told to.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Whether the condition came true within the time. */
export async function until(condition: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > deadline) return false
    await sleep(25)
  }
  return true
}
