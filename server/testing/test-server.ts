/** One PostgreSQL for a run of tests or of the simulator, with a migrated template database that everything clones. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { appUser } from '../adapters/embedded-postgres/app-user.ts'
import { superuser } from '../adapters/embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '../adapters/embedded-postgres/start-embedded-postgres.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { templateDatabase } from './template-name.ts'

export type TestServer = { readonly url: string; stop(): Promise<void> }

export async function startTestServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'paywages-test-'))
  const cleaner = startCleaner(folder)
  const { url, home } = await startEmbeddedPostgres({ folder, fast: true })
  await buildTemplate(url)
  return {
    // By its Unix socket: a question and its answer cost a quarter less processor time than over TCP.
    url: `${url}?host=${encodeURIComponent(home)}`,
    stop: async () => {
      cleaner.stdin?.end()
      await once(cleaner, 'exit')
    },
  }
}

/** Cleans up when its stdin ends, which also happens when the run is interrupted or killed. */
function startCleaner(folder: string): ChildProcess {
  const script = join(import.meta.dirname, 'clean-up-when-left.ts')
  return spawn(process.execPath, [script, folder], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
}

async function buildTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${templateDatabase}`)
    const url = new URL(serverUrl)
    url.pathname = templateDatabase
    await migrate(url.href, { appUser })
    // One password for both, so that either address follows from the other; hashed once, since tests connect thousands of times.
    const password = pg.escapeLiteral(decodeURIComponent(url.password))
    await client.query('SET scram_iterations = 1')
    for (const role of [appUser, superuser]) await client.query(`ALTER ROLE ${role} PASSWORD ${password}`)
    // A connection to the template would make every clone fail, so none is allowed any more.
    await client.query(`ALTER DATABASE ${templateDatabase} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
  } finally {
    await client.end()
  }
}
