/** Makes the demo data in a process of its own, for a product that is about to start; a cluster that has it all is left alone. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, fstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import type { Product } from './prepare-product.ts'
import { firstSentence, openLog } from './supervise.ts'
import type { Supervisor } from './supervisor.ts'

const SEED = join(import.meta.dirname, 'seed-demo.ts')
const PARTS = join(import.meta.dirname, 'demo')

export async function runDemoSeed({ signal, print }: Supervisor, product: Product): Promise<void> {
  const { dataDir } = product.settings
  // Beside the cluster, so that it goes when the database is deleted; of a database elsewhere no file here can tell.
  const mark = process.env.DATABASE_URL ? undefined : join(dataDir, 'postgres', 'demo-seeded')
  const wanted = demoMark()
  if (mark === undefined || !existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    await seed(signal, join(dataDir, 'logs', 'seed-demo.log'), product)
    if (mark !== undefined) noteSeeded(mark, wanted)
  }
  print('The demo data is there.')
}

/** On a full disk it is missed, and the next start looks for itself. */
function noteSeeded(mark: string, wanted: string): void {
  try {
    writeFileSync(mark, wanted)
  } catch {
    rmSync(mark, { force: true })
  }
}

/** A demo that has grown since fills in what is new, so the mark names what it was made by. */
export function demoMark(): string {
  const hash = createHash('sha256').update(readFileSync(SEED))
  for (const name of readdirSync(PARTS).sort())
    hash.update(`\0${name}\0`).update(readFileSync(join(PARTS, name)))
  return hash.digest('hex')
}

async function seed(signal: AbortSignal, logFile: string, product: Product): Promise<void> {
  const output = openLog(logFile)
  const from = fstatSync(output).size
  const child = spawn(process.execPath, [SEED], {
    env: product.environment(),
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  const [code] = await once(child, 'exit')
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  if (code !== 0) {
    throw new StartProblem(firstSentence(logFile, from) ?? `The demo data cannot be made; see ${logFile}.`)
  }
}
