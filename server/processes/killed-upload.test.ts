// An api that is killed at any point of an upload leaves nothing readable, and what it leaves is gone after the next start (D33).

import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { READING } from '../files/local-copy.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { type Client, urlOf } from '../testing/client.ts'
import { cookieOf, storedKeys } from '../testing/file-calls.ts'
import { filesIn } from '../testing/files-in.ts'
import { findPlainInDatabase, findPlainInFiles } from '../testing/find-plain.ts'
import { holdLock } from '../testing/held-lock.ts'
import { logIn } from '../testing/log-in.ts'
import { sheetBody } from '../testing/payout-batches.ts'
import { freshRow, payoutSheet, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { BANK_SECRET, openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let payer: Client
let rows: SheetRow[]
let sheet: Buffer
let api: { child: ChildProcess; address: string }
const started = new Set<ChildProcess>()
const HOUR_MS = 3_600_000

beforeAll(async () => {
  services = await openTestServices()
  services.clock.set(new Date())
  await createPeople(services)
  payer = (await logIn(services, 'payA1')).client
  const month = shanghaiMonth(new Date())
  // More than one chunk of rows, and of bytes: the sheet lies on disk in several states.
  const remark = () => randomBytes(24).toString('base64url')
  rows = Array.from({ length: 2_500 }, () => freshRow({ month, amount: '1', remark: remark() }))
  sheet = await payoutSheet(rows)
  api = await start()
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await services.close()
})

async function start(): Promise<typeof api> {
  const log = openSync(join(services.settings.dataDir, 'api.log'), 'a')
  const child = fork(join(import.meta.dirname, 'api.ts'), {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: services.home.url,
      SECRET_KEY: TEST_SECRET,
      BANK_URL: 'http://127.0.0.1:9',
      BANK_SECRET,
      SECOND_FACTOR: 'offered',
      UNMATCHED_RECHARGE_YUAN: '1000000000',
      DATA_DIR: services.settings.dataDir,
      PORT: '0',
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [],
  })
  started.add(child)
  const [message] = await once(child, 'message')
  return { child, address: (message as { address: string }).address }
}

async function kill(): Promise<void> {
  api.child.kill('SIGKILL')
  await once(api.child, 'exit')
  // Its connections end with it, and with them whatever they had not committed.
  await vi.waitFor(
    async () =>
      expect(
        await services.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      ).toEqual([]),
    { timeout: 30_000 },
  )
}

/** Sends the sheet, or as much of it as is asked for. */
function send(share = 1): void {
  const { body, contentType } = sheetBody(sheet, { fields: { uploadKey: 'killed-upload' } })
  const headers = { ...cookieOf(payer), 'content-type': contentType, 'content-length': body.length }
  const sending = request(api.address + urlOf('uploadSheet'), { method: 'POST', headers, agent: false })
  sending.on('error', () => {})
  sending.on('response', (response) => response.resume())
  if (share < 1) sending.write(body.subarray(0, body.length * share))
  else sending.end(body)
}

const temporary = () => join(services.settings.dataDir, 'files', 'tmp')
const reading = () => join(services.settings.dataDir, READING)
const sizeIn = async (folder: string) => {
  let size = 0
  for (const path of await filesIn(folder)) size += (await stat(path).catch(() => ({ size: 0 }))).size
  return size
}

/** Stops the api where it needs the lock, with the copy of the sheet before it, and kills it there. */
async function killWaitingFor(statement: string): Promise<void> {
  const held = await holdLock(services, statement)
  send()
  await held.untilWaiting(1)
  expect(await sizeIn(reading())).toBeGreaterThan(sheet.length)
  api.child.kill('SIGKILL')
  await once(api.child, 'exit')
  await held.release()
}

async function killAfterCommit(): Promise<void> {
  const inserting = await holdLock(services, 'lock table audit_entries in share mode')
  send()
  await inserting.untilWaiting(1)
  const discarding = await holdLock(services, "select 1 from files where state = 'stored' for update")
  await inserting.release()
  await vi.waitFor(async () => expect(await services.query('select 1 from payout_batches')).toHaveLength(1), {
    timeout: 30_000,
  })
  await discarding.untilWaiting(1)
  api.child.kill('SIGKILL')
  await once(api.child, 'exit')
  await discarding.release()
}

const POINTS: readonly [string, () => Promise<void>][] = [
  [
    'while it receives',
    async () => {
      send(0.8)
      await vi.waitFor(async () => expect(await sizeIn(temporary())).toBeGreaterThan(65_536), {
        timeout: 30_000,
      })
    },
  ],
  ['while it reads', () => killWaitingFor('lock table upload_progress in access exclusive mode')],
  ['while it validates', () => killWaitingFor('lock table limit_users in access exclusive mode')],
  ['before it commits', () => killWaitingFor('lock table audit_entries in share mode')],
  ['after it committed', killAfterCommit],
]

const plainTexts = () =>
  [0, 1_250, 2_499].flatMap((index) => {
    const { idCardNo, phone, cardNo } = rows[index] as SheetRow
    return [idCardNo, phone, cardNo]
  })
const pieces = () => [0.2, 0.5, 0.9].map((at) => sheet.subarray(sheet.length * at, sheet.length * at + 40))

it.each(POINTS)('leaves nothing readable when killed %s', async (_, killThere) => {
  await killThere()
  if (api.child.signalCode === null) await kill()
  const folder = services.settings.dataDir
  expect(await findPlainInFiles(folder, plainTexts(), pieces())).toEqual([])
  expect(await findPlainInDatabase(services, plainTexts())).toEqual([])
  expect((await filesIn(folder)).length).toBeGreaterThan(1)
  api = await start()
  expect([...(await filesIn(temporary())), ...(await filesIn(reading()))]).toEqual([])
})

it('sweeps the sealed sheets of calls that never ended within an hour or two', async () => {
  expect(await storedKeys(services)).not.toEqual([])
  services.clock.set(new Date(Date.now() + HOUR_MS / 2))
  await sweepFiles(services)
  expect(await storedKeys(services)).not.toEqual([])
  services.clock.set(new Date(Date.now() + HOUR_MS + 60_000))
  await sweepFiles(services)
  expect(await storedKeys(services)).toEqual([])
})

it('would find the plain sheet in a file, packed, cut off or as text of either kind', async () => {
  const path = join(services.settings.dataDir, 'left')
  const [text = ''] = plainTexts()
  for (const [bytes, inPieces] of [
    [sheet, []],
    [sheet.subarray(0, sheet.length * 0.6), []],
    [sheet.subarray(sheet.length * 0.4, sheet.length * 0.6), pieces()],
    [Buffer.from(text), []],
    [Buffer.from(text, 'utf16le'), []],
  ] as const) {
    await writeFile(path, bytes)
    expect(await findPlainInFiles(services.settings.dataDir, plainTexts(), inPieces)).toEqual([path])
  }
  await rm(path)
  expect((await readFile(join(services.settings.dataDir, 'api.log'))).length).toBeGreaterThan(1_000)
  await services.query('create table left_behind as select $1::text as cell', [text])
  expect(await findPlainInDatabase(services, plainTexts())).toEqual(['public.left_behind'])
})
