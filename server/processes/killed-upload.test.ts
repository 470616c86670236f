// An api that is killed at any point of an upload leaves nothing readable, and what it leaves is gone after the next start (D33).

import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sweepFiles } from '../files/sweep-files.ts'
import type { Client } from '../testing/client.ts'
import { storedKeys } from '../testing/file-calls.ts'
import { filesIn } from '../testing/files-in.ts'
import { findPlainInDatabase, findPlainInFiles } from '../testing/find-plain.ts'
import { holdLock } from '../testing/held-lock.ts'
import { KillableApi, sizeIn } from '../testing/killable-api.ts'
import { logIn } from '../testing/log-in.ts'
import { sheetBody } from '../testing/payout-batches.ts'
import { freshRow, payoutSheet, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let payer: Client
let rows: SheetRow[]
let sheet: Buffer
let api: KillableApi
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
  api = await KillableApi.start(services)
})
afterAll(async () => {
  await api.kill()
  await services.close()
})

/** Sends the sheet, or as much of it as is asked for. */
const send = (share = 1) =>
  api.send('uploadSheet', payer, sheetBody(sheet, { fields: { uploadKey: 'killed-upload' } }), share)

/** Stops the api where it needs the lock, with the copy of the sheet before it, and kills it there. */
async function killWaitingFor(statement: string, signal?: 'SIGABRT'): Promise<void> {
  const held = await holdLock(services, statement)
  send()
  await held.untilWaiting(1)
  expect(await sizeIn(api.reading)).toBeGreaterThan(sheet.length)
  await api.kill(signal)
  await held.release()
}

async function killAfterCommit(): Promise<void> {
  const inserting = await holdLock(services, 'lock table audit_entries in share mode')
  send()
  await inserting.untilWaiting(1)
  const discarding = await holdLock(services, "select 1 from files where state = 'stored' for update")
  await inserting.release()
  await vi.waitFor(async () => expect(await services.query('select 1 from payout_batches')).toHaveLength(1), {
    timeout: 100_000,
  })
  await discarding.untilWaiting(1)
  await api.kill()
  await discarding.release()
}

const POINTS: readonly [string, () => Promise<void>][] = [
  [
    'while it receives',
    async () => {
      send(0.8)
      await vi.waitFor(async () => expect(await sizeIn(api.temporary)).toBeGreaterThan(65_536), {
        timeout: 100_000,
      })
    },
  ],
  ['while it reads', () => killWaitingFor('lock table upload_progress in access exclusive mode')],
  ['while it validates', () => killWaitingFor('lock table limit_users in access exclusive mode')],
  [
    'by a fault of its own while it validates',
    () => killWaitingFor('lock table limit_users in access exclusive mode', 'SIGABRT'),
  ],
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
  await api.kill()
  await api.untilForgotten()
  const folder = services.settings.dataDir
  // Too large to be looked through, and readable from the first byte to the last.
  expect((await readdir(folder)).filter((name) => name.startsWith('core'))).toEqual([])
  expect(await findPlainInFiles(folder, plainTexts(), pieces())).toEqual([])
  expect(await findPlainInDatabase(services, plainTexts())).toEqual([])
  expect((await filesIn(folder)).length).toBeGreaterThan(1)
  await api.restart()
  expect([...(await filesIn(api.temporary)), ...(await filesIn(api.reading))]).toEqual([])
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
