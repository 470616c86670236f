// The two entry points as processes: one sentence when they cannot start, and a graceful end (D36).

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SESSION_COOKIE } from '../http/session-cookie.ts'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { signIn } from '../testing/client.ts'
import { download, filePart, pdfOfSize, upload } from '../testing/file-calls.ts'
import { createPeople } from '../testing/people.ts'
import { BANK_SECRET, openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let folder: string
const started = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-process-'))
  services = await openTestServices()
  services.clock.set(new Date())
  await createPeople(services)
})
afterAll(async () => {
  vi.resetConfig()
  for (const child of started) child.kill('SIGKILL')
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

// A process takes seconds to load where the machine is busy.
vi.setConfig({ testTimeout: 90_000 })
const RETRY_POLICY = { timeout: 30_000 }

type Entry = 'api.ts' | 'worker.ts'

function start(entry: Entry, settings: Record<string, string> = {}) {
  const environment = {
    ...bareEnvironment,
    DATABASE_URL: services.home.url,
    SECRET_KEY: TEST_SECRET,
    BANK_URL: 'http://127.0.0.1:9',
    BANK_SECRET,
    SECOND_FACTOR: 'offered',
    UNMATCHED_RECHARGE_YUAN: '1000000000',
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const child = fork(join(import.meta.dirname, entry), {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  started.add(child)
  const streams = [child.stdout, child.stderr] as Readable[]
  const ended = Promise.all([once(child, 'exit'), ...streams.map(text)]).then(([[code], ...said]) => ({
    code,
    output: said.join(''),
  }))
  const ready = once(child, 'message').then(([message]) => message as { ready: true; address?: string })
  return { child, ended, ready }
}

describe('a start that fails', () => {
  it('prints one sentence and exits with code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const port = String((taken.address() as AddressInfo).port)
    const cases: [Entry, Record<string, string>, string][] = [
      [
        'api.ts',
        { SECRET_KEY: 'my-very-own-password-of-the-year-2026' },
        'SECRET_KEY is made of a well-known word',
      ],
      ['api.ts', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' }, 'nothing answers at that address.'],
      ['api.ts', { PORT: port }, `Port ${port} on 127.0.0.1 is in use; choose another with PORT.`],
      [
        'worker.ts',
        { WORKER_PORT: port },
        `Port ${port} on 127.0.0.1 is in use; choose another with WORKER_PORT.`,
      ],
      [
        'api.ts',
        { HOST: '192.0.2.1', PUBLIC_URL: 'https://console.example.com' },
        "The address 192.0.2.1 of HOST is not one of this machine's.",
      ],
      ['api.ts', { DATA_DIR: '/dev/null/x' }, 'Files cannot be kept in the folder of DATA_DIR: '],
    ]
    const ends = await Promise.all(cases.map(([entry, settings]) => start(entry, settings).ended))
    taken.close()
    for (const [index, { code, output }] of ends.entries()) {
      const sentence = cases[index]?.[2] ?? ''
      expect(output).toContain(sentence)
      expect(output).toMatch(/^[^\n]+\n$/)
      expect(code).toBe(1)
      expect(output).not.toMatch(/ {4}at |\bpassword=|:p@/)
    }
  })
})

describe('the api process', () => {
  it('finishes running requests after SIGTERM and accepts no more', async () => {
    const { child, ended, ready } = start('api.ts')
    const { address } = await ready
    const { token } = await signIn(services, 'payA1')
    const headers = { cookie: `${SESSION_COOKIE}=${token}` }
    const holder = new pg.Client(services.home.url)
    await holder.connect()
    await holder.query('begin; lock table platforms in access exclusive mode')
    const inHand = fetch(`${address}/paywages/api/platforms`, { headers })
    await vi.waitFor(async () => {
      const waiting = await services.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(waiting).toHaveLength(1)
    }, RETRY_POLICY)
    child.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${address}/live`)).rejects.toThrow('fetch failed'), RETRY_POLICY)
    expect(child.exitCode).toBeNull()
    await holder.query('rollback')
    await holder.end()
    const response = await inHand
    expect([response.status, await response.json()]).toMatchObject([200, { status: 0 }])
    expect(await ended).toEqual({ code: 0, output: '' })
  })

  it('finishes a response in progress after SIGTERM and closes its connections', async () => {
    const { child, ended, ready } = start('api.ts')
    const { address = '' } = await ready
    const payer = await signIn(services, 'payA1')
    const size = 20 * 1024 * 1024
    const { data } = await upload(address, payer, filePart('a.pdf', pdfOfSize(size)))
    const response = await download(address, payer, data)
    child.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${address}/live`)).rejects.toThrow('fetch failed'), RETRY_POLICY)
    expect((await response.arrayBuffer()).byteLength).toBe(size)
    expect(await ended).toEqual({ code: 0, output: '' })
  })

  it('exits when its supervisor disconnects', async () => {
    const { child, ended, ready } = start('api.ts')
    const { address } = await ready
    expect((await fetch(`${address}/ready`)).status).toBe(200)
    child.disconnect()
    expect(await ended).toEqual({ code: 0, output: '' })
  })
})

describe('the worker process', () => {
  it('seals the audit log and exits on SIGTERM', async () => {
    await (await signIn(services, 'payA1')).call('logout', {})
    const { child, ended, ready } = start('worker.ts')
    await ready
    await vi.waitFor(async () => {
      expect(await services.query('select 1 from audit_entries where seal_id is null')).toEqual([])
    }, RETRY_POLICY)
    expect(await services.query('select 1 from audit_seals')).not.toEqual([])
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, output: '' })
  })
})
