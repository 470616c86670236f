// The embedded database through starts, stops, kills and other users.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartProblem } from '../start-problem.ts'
import { postgresProcessesIn } from './processes.ts'
import { memorySettings } from './server-settings.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from './start-embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
/** An ordinary user every system has; initdb wants one that exists. */
const daemon = { uid: 1, gid: 1 }
const daemonReachesCheckout =
  isRoot && spawnSync('/bin/ls', [import.meta.dirname], { ...daemon, cwd: '/' }).status === 0
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'paywages-embedded-'))
  await chmod(root, 0o755)
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function request(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

describe('life cycle of one cluster', () => {
  let folder: string
  let server: EmbeddedPostgres

  beforeAll(async () => {
    folder = join(root, 'life')
    // What an initdb leaves that was killed half-way.
    await mkdir(join(folder, 'cluster.part-dead'), { recursive: true })
    await writeFile(join(folder, 'cluster.part-dead', 'PG_VERSION'), '18\n')
    server = await startEmbeddedPostgres({ folder })
  })
  afterAll(() => stopEmbeddedPostgres(folder))

  test('starts with fsync, on loopback, with a Chinese-capable locale and a password file of mode 600', async () => {
    expect(server.adopted).toBe(false)
    expect(new URL(server.url)).toMatchObject({ hostname: '127.0.0.1', pathname: '/paywages' })
    expect(await request(server.url, 'SHOW fsync')).toEqual(['on'])
    expect(await request(server.url, "SELECT '中' ~ '[[:alpha:]]'")).toEqual([true])
    expect((await stat(join(server.home, 'password'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(server.url)
    wrong.password = 'guess'
    await expect(request(wrong.href, 'SELECT 1')).rejects.toThrow('authentication failed')
    await expect(stat(join(folder, 'cluster.part-dead'))).rejects.toThrow('ENOENT')
  })

  test('keeps values out of its log, also in errors', async () => {
    await request(server.url, 'CREATE TABLE secrets (card text PRIMARY KEY)')
    await request(server.url, "INSERT INTO secrets VALUES ('6222020000000000001')")
    await expect(request(server.url, "INSERT INTO secrets VALUES ('6222020000000000001')")).rejects.toThrow()
    await expect(request(server.url, "SELECT '6222020000000000001x'::bigint")).rejects.toThrow()
    const log = await readFile(join(server.home, 'postgres.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('6222020000000000001')
  })

  test('counts statements without the values in them, for whoever administers the server', async () => {
    const administration = new URL(server.url)
    administration.pathname = '/postgres'
    await request(server.url, "SELECT count(*) FROM secrets WHERE card = '6222020000000000002'")
    const told = await request(administration.href, 'SELECT query FROM pg_stat_statements')
    expect(told).toContain('SELECT count(*) FROM secrets WHERE card = $1')
    expect(JSON.stringify(told)).not.toContain('6222020000000000002')
    await expect(request(server.appUrl, 'SELECT query FROM pg_stat_statements')).rejects.toThrow()
  })

  test('fits its memory to the machine', () => {
    expect(memorySettings(512 * 1024 ** 2)).toMatchObject({ shared_buffers: '128MB', work_mem: '4MB' })
    expect(memorySettings(8 * 1024 ** 3)).toMatchObject({ shared_buffers: '1638MB', work_mem: '16MB' })
    expect(memorySettings(512 * 1024 ** 3)).toMatchObject({ shared_buffers: '4096MB', work_mem: '32MB' })
  })

  test('adopts the running server on a second start', async () => {
    const second = await startEmbeddedPostgres({ folder })
    expect(second).toMatchObject({ adopted: true, url: server.url, pid: server.pid })
  })

  test('gives the application a user that owns nothing, also in a folder of an earlier release', async () => {
    const user =
      "SELECT rolname || ' ' || rolsuper || ' ' || rolcreatedb FROM pg_roles WHERE rolname = current_user"
    expect(await request(server.appUrl, user)).toEqual(['paywages_app false false'])
    expect((await stat(join(server.home, 'app-password'))).mode & 0o777).toBe(0o600)
    await request(server.url, 'DROP ROLE paywages_app')
    await rm(join(server.home, 'app-password'))
    const again = await startEmbeddedPostgres({ folder })
    expect(await request(again.appUrl, user)).toEqual(['paywages_app false false'])
    // A lost password is replaced by another.
    await rm(join(server.home, 'app-password'))
    const once = await startEmbeddedPostgres({ folder })
    expect(once.appUrl).not.toBe(again.appUrl)
    await expect(request(again.appUrl, user)).rejects.toThrow('authentication failed')
    expect(await request(once.appUrl, user)).toHaveLength(1)
  })

  test('recovers after kill -9 during a query, on the same port, without killing other processes', async () => {
    const query = request(server.url, 'SELECT count(*) FROM generate_series(1, 100000000000)').catch(
      () => 'cut off',
    )
    await expect
      .poll(() =>
        request(
          server.url,
          "SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE '%generate_series(1%'",
        ),
      )
      .toEqual([2])
    const bystander = fallbackPage(join(server.home, 'cluster'))
    process.kill(server.pid, 'SIGKILL')
    await server.gone
    expect((await postgresProcessesIn(join(server.home, 'cluster'))).length).toBeGreaterThan(0)
    const before = server
    server = await startEmbeddedPostgres({ folder })
    expect(await query).toBe('cut off')
    expect(server).toMatchObject({ adopted: false, url: before.url })
    expect(await request(server.url, 'SELECT card FROM secrets')).toEqual(['6222020000000000001'])
    expect(bystander.exitCode).toBe(null)
    expect(bystander.signalCode).toBe(null)
    bystander.kill()
  })

  test('keeps the data after a restart even when the stale pid file names another process', async () => {
    const pidFile = join(server.home, 'cluster', 'postmaster.pid')
    const stale = (await readFile(pidFile, 'utf8')).replace(String(server.pid), String(process.pid))
    await server.stop()
    await server.gone
    await expect(request(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
    await writeFile(pidFile, stale)
    server = await startEmbeddedPostgres({ folder })
    expect(server.adopted).toBe(false)
    expect(await request(server.url, 'SELECT card FROM secrets')).toEqual(['6222020000000000001'])
  })
})

/** A process of somebody else that merely stands in the folder. */
function fallbackPage(folder: string): ChildProcess {
  return spawn('sleep', ['60'], { cwd: folder, stdio: 'ignore' })
}

test('refuses a folder that holds something else and leaves it untouched', async () => {
  const folder = join(root, 'foreign')
  await mkdir(join(folder, 'cluster'), { recursive: true })
  await writeFile(join(folder, 'cluster', 'thesis.txt'), 'precious')
  await expect(startEmbeddedPostgres({ folder, fast: true })).rejects.toThrow(StartProblem)
  expect(await readFile(join(folder, 'cluster', 'thesis.txt'), 'utf8')).toBe('precious')
})

describe.runIf(isRoot)('when run as root', () => {
  test('places the cluster elsewhere when the database user cannot reach the folder, and finds it again', async () => {
    const closed = join(root, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const folder = join(closed, 'postgres')
    const lines: string[] = []
    const first = await startEmbeddedPostgres({ folder, fast: true, log: (line) => lines.push(line) })
    try {
      expect(first.home).toMatch(/^\/var\/lib\/paywages\/[0-9a-f]{16}$/)
      expect(lines.join('\n')).toContain(first.home)
      await chmod(closed, 0o755)
      const again = await startEmbeddedPostgres({ folder, fast: true })
      expect(again).toMatchObject({ adopted: true, home: first.home })
    } finally {
      await first.stop()
      await rm(first.home, { recursive: true, force: true })
    }
  })

  test.runIf(daemonReachesCheckout)(
    'adopts the orphaned server of an ordinary user and keeps its ownership',
    async () => {
      const folder = join(root, 'ordinary')
      await mkdir(folder)
      await chown(folder, daemon.uid, daemon.gid)
      const start = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'start-embedded-postgres.ts'))})
      await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, fast: true })
      process.exit()`
      const child = spawn(process.execPath, ['--input-type=module', '-e', start], {
        ...daemon,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      expect(await once(child, 'exit')).toEqual([0, null])
      const adopted = await startEmbeddedPostgres({ folder, fast: true })
      expect(adopted.adopted).toBe(true)
      await adopted.stop()
      const own = await startEmbeddedPostgres({ folder, fast: true })
      expect(own.adopted).toBe(false)
      expect((await stat(join(folder, 'cluster'))).uid).toBe(daemon.uid)
      await own.stop()
    },
  )
})
