/** The product's own processes, started one by one, and waiting for what they do. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROCESSES = join(import.meta.dirname, '..', '..', 'server', 'processes')

export type Entry = 'api' | 'worker'

export function alive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** Resolves when it is ready; what it prints goes to the end of the log. */
export async function startEntry(
  entry: Entry,
  env: NodeJS.ProcessEnv,
  logPath: string,
): Promise<ChildProcess> {
  const log = openSync(logPath, 'a')
  const child = spawn(process.execPath, [join(PROCESSES, `${entry}.ts`)], {
    env,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      // The folder is gone by the time anybody reads this.
      const lines = readFileSync(logPath, 'utf8').trimEnd().split('\n')
      throw new Error(
        `the ${entry} did not start (exit ${code}); its log ends: ${lines.slice(-3).join('\n')}`,
      )
    }),
  ])
  return child
}

/** Ends what hangs. No case is about time, and on a shared host a machine may lose nine tenths of its speed for minutes. */
const HANGS_MS = 120_000

/** Waits for something to become true in the database or elsewhere; says what it waited for when it does not. */
export async function until(
  what: string,
  condition: () => Promise<boolean>,
  limitMs = HANGS_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await sleep(20)
  }
}
