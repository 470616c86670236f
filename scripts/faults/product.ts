/** `npm start` as one process with all its children, on a data folder of the caller's. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendSignal } from '@paywages/server/adapters/embedded-postgres/processes.ts'
import { stopEmbeddedPostgres } from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { alive } from './entries.ts'

export type RunningProduct = {
  /** Everything it printed so far. */
  said(): string
  runs(): boolean
  isLive(): Promise<boolean>
  isReady(): Promise<boolean>
  killApi(): Promise<void>
  /** Writes until the database refuses or breaks; tells what it said. */
  writeMuch(): Promise<string>
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function startProduct(
  folder: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<RunningProduct> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'start.ts')], {
    env: {
      ...process.env,
      ...{ DATA_DIR: folder, PORT: String(port), DEMO: '0', DATABASE_URL: '', BANK_URL: '' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      said += bytes
    })
  const answers = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) }).then(({ ok }) => ok)
  return {
    said: () => said,
    runs: () => alive(child),
    isLive: () => answers('/live'),
    isReady: () => answers('/ready'),
    // The first child that is noted besides the sandbox bank, which starts before it.
    killApi: async () => {
      const lock = JSON.parse(await readFile(join(folder, 'paywages.lock'), 'utf8'))
      process.kill(lock.children[1].pid, 'SIGKILL')
    },
    writeMuch: async () => {
      const { DATABASE_URL } = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))
      const client = new pg.Client(DATABASE_URL)
      client.on('error', () => undefined)
      await client.connect()
      try {
        await client.query(
          'create table much as select repeat(md5(n::text), 60) from generate_series(1, 400000) n',
        )
        return ''
      } catch (error) {
        return (error as Error).message
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    // Without space for its log of changes it ends by itself, and its supervisor may be about to start it again.
    killDatabase: async () => {
      const pidFile = join(folder, 'postgres', 'cluster', 'postmaster.pid')
      const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
      if (pid > 0) sendSignal(pid, 'SIGKILL')
    },
    stop: async () => {
      child.kill('SIGTERM')
      if (alive(child)) await once(child, 'exit')
      // Left behind where the supervisor died.
      await stopEmbeddedPostgres(join(folder, 'postgres'))
    },
  }
}
