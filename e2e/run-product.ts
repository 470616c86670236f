// Runs the whole product as `npm start` does, in a folder of its own; the demo is seeded once for a run and copied.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
/** Set by `npm test`, which seeds beside the server tests, or else by the global setup; for the workers. */
const SEEDED_FOLDER = 'PAYWAGES_E2E_SEEDED_FOLDER'

/** Seeds the demo into a folder that every worker copies, unless it is there already; returns what takes it away again. */
export async function seedOnce(): Promise<() => Promise<void>> {
  if (process.env[SEEDED_FOLDER]) return async () => undefined
  const folder = await makeFolder()
  await seedFolder(folder)
  process.env[SEEDED_FOLDER] = folder
  return () => removeFolder(folder)
}

export async function seedFolder(folder: string): Promise<void> {
  await stopProduct(await startProduct({ folder, port: await freePort() }))
}

/** Owners and modes are kept, as the database insists on its own. */
export async function copySeededFolder(): Promise<string> {
  const seeded = process.env[SEEDED_FOLDER]
  if (!seeded) throw new Error('the global setup has not seeded the demo')
  const folder = await makeFolder()
  await promisify(execFile)('cp', ['-a', `${seeded}/.`, folder])
  return folder
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paywages-e2e-'))
  // As root the database runs as another user, who must be able to reach it.
  await chmod(folder, 0o755)
  return folder
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

/** Below the ports that outgoing connections are given, one of which may be this one before the product, seconds later, listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').catch(() => false)
    server.close()
    if (isFree) return port
  }
}

/** With the address of its sandbox bank, which keeps it until the product stops. */
export type RunningProduct = ChildProcess & { readonly bank: string }

type Place = { readonly folder: string; readonly port: number }

export async function startProduct(
  { folder, port }: Place,
  daysAhead = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> {
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    SECRET_KEY: '',
    DEMO: '1',
    ...settings,
    ...(daysAhead === 0 ? {} : movedClock(daysAhead)),
  }
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), ['scripts/start.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stopWhenLeft(child)
  let output = ''
  await new Promise<void>((ready, fail) => {
    const read = (piece: Buffer) => {
      output += piece.toString()
      if (output.includes('Paywages is ready') && output.includes('Ctrl-C')) ready()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => fail(new Error(`the product did not start (exit ${code}):\n${output}`)))
  })
  const [, bank = ''] = /Bank {3}(http\S+)/.exec(output) ?? []
  return Object.assign(child, { bank })
}

/** A run that is interrupted or killed takes its products along: their databases would stay in memory. */
function stopWhenLeft(product: ChildProcess): void {
  const args = ['-c', 'cat > /dev/null; kill -TERM "$1"', 'sh', String(product.pid)]
  // Of a group of its own: what interrupts the run must not end it first.
  const watching = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watching.unref()
  // Not 'exit', whose listeners go before a product is stopped.
  product.once('close', () => watching.kill('SIGKILL'))
}

/** For every process that the product starts, too. */
function movedClock(days: number): NodeJS.ProcessEnv {
  const { NODE_OPTIONS = '' } = process.env
  const loaded = pathToFileURL(join(import.meta.dirname, 'moved-clock.mjs')).href
  return {
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${loaded}`.trim(),
    CLOCK_AHEAD_MS: String(days * 24 * 3_600_000),
  }
}

export async function stopProduct(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
