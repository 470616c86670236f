/** Makes the demo data in a process of its own, for a product that is about to start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import type { Product } from './prepare-product.ts'
import { firstSentence, openLog } from './supervise.ts'
import type { Supervisor } from './supervisor.ts'

export async function runDemoSeed({ signal, print }: Supervisor, product: Product): Promise<void> {
  const logFile = join(product.settings.dataDir, 'logs', 'seed-demo.log')
  const output = openLog(logFile)
  const from = fstatSync(output).size
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed-demo.ts')], {
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
  print('The demo data is there.')
}
