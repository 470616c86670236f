// Two releases on one database, as real processes: this one, and a next one that is pretended by its migrations.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { appUser } from '../adapters/embedded-postgres/app-user.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { RELEASE } from '../adapters/postgres/release.ts'
import { bareEnvironment } from '../testing/bare-environment.ts'
import {
  createEmptyDatabase,
  createMigrationsFolder,
  type EmptyDatabase,
  type MigrationsFolder,
} from '../testing/empty-database.ts'
import { BANK_SECRET, TEST_SECRET } from '../testing/test-services.ts'

const NEXT = RELEASE + 1
const PATIENCE = { timeout: 60_000, interval: 100 }

let database: EmptyDatabase
let next: MigrationsFolder
let folder: string
const started: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-releases-'))
  database = await createEmptyDatabase()
  next = await createMigrationsFolder('as-this-release')
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await database.drop()
  await next.remove()
  await rm(folder, { recursive: true, force: true })
})

type Started = { readonly address: string; readonly sentences: string[] }

async function start(entry: 'api.ts' | 'worker.ts', settings: Record<string, string> = {}): Promise<Started> {
  const url = new URL(database.url)
  url.username = appUser
  const env = {
    ...bareEnvironment,
    DATABASE_URL: url.href,
    SECRET_KEY: TEST_SECRET,
    BANK_URL: 'http://127.0.0.1:9',
    BANK_SECRET,
    SECOND_FACTOR: 'offered',
    UNMATCHED_RECHARGE_YUAN: '1000000000',
    DATA_DIR: folder,
    PORT: '0',
    ...settings,
  }
  const child = fork(join(import.meta.dirname, entry), {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  started.push(child)
  const sentences: string[] = []
  for (const stream of [child.stdout, child.stderr] as Readable[])
    createInterface({ input: stream }).on('line', (line) => void sentences.push(line))
  const [message] = await once(child, 'message')
  return { address: (message as { address?: string }).address ?? '', sentences }
}

const said = ({ sentences }: Started, words: string) =>
  sentences.filter((line) => line.includes(words)).length

type Checks = { readonly schema: boolean }

async function ready({ address }: Started) {
  const reply = await fetch(`${address}/ready`)
  const { checks, reasons } = (await reply.json()) as { checks: Checks; reasons: { schema?: string } }
  return { http: reply.status, schema: checks.schema, reason: reasons.schema }
}

/** A call that writes: a refused login counts its failure. */
async function logIn({ address }: Started) {
  const fields = { uaccount: 'nobody', upasswd: 'a'.repeat(64) }
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${address}/paywages/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  })
  return { http: reply.status, body: (await reply.json()) as { code?: string; msg: string } }
}

const { http, msg } = refusals['release-unfit']

it('does not get ready on an empty database, goes on beside an expand migration, and stops at a contract', async () => {
  const [api, worker] = await Promise.all([start('api.ts'), start('worker.ts')])
  expect(await ready(api)).toEqual({
    http: 503,
    schema: false,
    reason: expect.stringContaining('no tables yet'),
  })
  expect(await logIn(api)).toMatchObject({ http, body: { code: 'release-unfit', msg } })
  expect((await fetch(`${api.address}/bank/notice`, { method: 'POST', body: '{}' })).status).toBe(503)
  expect(said(worker, 'the worker works')).toBe(0)

  await migrate(database.url, { appUser })
  await vi.waitFor(async () => expect(await ready(api)).toMatchObject({ http: 200, schema: true }), PATIENCE)
  await vi.waitFor(() => expect(said(worker, 'the worker works')).toBe(1), PATIENCE)
  expect((await logIn(api)).body.code).not.toBe('release-unfit')

  await next.add(
    `${String(NEXT).padStart(4, '0')}-expand.sql`,
    'create table extras (extra_id int primary key);',
  )
  await migrate(database.url, { appUser, folder: next.path })
  expect((await logIn(api)).body.code).not.toBe('release-unfit')
  expect(await ready(api)).toMatchObject({ http: 200, schema: true })

  const numbered = String(NEXT + 1).padStart(4, '0')
  await next.add(`${numbered}-contract.sql`, `-- contract: least writer ${numbered}\nselect 1;`)
  await migrate(database.url, { appUser, folder: next.path })
  // Whether it has noticed or not, nothing is written.
  expect(await logIn(api)).toMatchObject({ http, body: { code: 'release-unfit', msg } })
  const reason = expect.stringContaining(
    `no writes from releases before ${NEXT + 1}, and this one is ${RELEASE}`,
  )
  await vi.waitFor(
    async () => expect(await ready(api)).toEqual({ http: 503, schema: false, reason }),
    PATIENCE,
  )
  await vi.waitFor(() => expect(said(worker, 'the worker has stopped its work')).toBe(1), PATIENCE)
  for (const one of [api, worker]) expect(said(one, 'start the newer release')).toBe(1)
})
