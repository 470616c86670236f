// The same file again, two at once, uploads in mid-air and askers who leave: one batch or none (D14).

import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, signIn, urlOf } from '../testing/client.ts'
import { cookieOf, storedKeys } from '../testing/file-calls.ts'
import { filesIn } from '../testing/files-in.ts'
import { type HeldLock, holdLock } from '../testing/held-lock.ts'
import {
  freshContent,
  postSheet,
  type SheetPost,
  sheetBody,
  takeStep,
  uploadRows,
} from '../testing/payout-batches.ts'
import { freshRows, payoutSheet } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let base: string
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  base = await services.listen()
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

let held: HeldLock | undefined
afterEach(async () => {
  await held?.release()
  held = undefined
})

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The lock behind which two uploads of one content line up. */
async function holdContent(bytes: Uint8Array): Promise<HeldLock> {
  const content = `${people.providers.A1}/${sha256Of(bytes)}`
  held = await holdLock(services, 'select pg_advisory_xact_lock(hashtextextended($1, 2))', [content])
  return held
}

async function release(): Promise<void> {
  await held?.release()
  held = undefined
}

const batchesOf = (bytes: Uint8Array) =>
  services.query<{ batch_no: string }>('select batch_no from payout_batches where file_sha256 = $1', [
    sha256Of(bytes),
  ])

describe('uploading the same content again', () => {
  it('is refused with the number of the other batch, and accepted when confirmed', async () => {
    const bytes = await payoutSheet(freshRows(2))
    await postSheet(payer, bytes)
    const [first] = await batchesOf(bytes)
    const msg = `该文件内容已上传过（批次 ${first?.batch_no}），如需再次上传请确认`
    for (const fields of [{}, { confirmDuplicate: '0' }] as Record<string, string>[]) {
      const { http, body } = await postSheet(payer, bytes, { fileName: 'other-name.xlsx', fields })
      expect([http, body]).toMatchObject([409, { status: 409, code: 'duplicate-sheet', msg, data: null }])
    }
    expect(await batchesOf(bytes)).toHaveLength(1)
    expect(await services.query('select 1 from files')).toEqual([])
    const { body } = await postSheet(payer, bytes, { fields: { confirmDuplicate: '1' } })
    expect(body).toMatchObject({ status: 0, data: { sucNum: 2 } })
    expect(await batchesOf(bytes)).toHaveLength(2)
  })

  it('rejects a confirmDuplicate other than 0 or 1', async () => {
    const { http, body } = await postSheet(payer, await payoutSheet(freshRows(1)), {
      fields: { confirmDuplicate: 'true' },
    })
    expect([http, body.errors]).toEqual([400, [{ field: 'confirmDuplicate', msg: '参数格式不正确' }]])
    expect(await services.query('select 1 from files')).toEqual([])
  })

  const again = (sha256: string, account = 'payA1') => uploadRows(services, account, freshRows(1), { sha256 })

  it('is accepted for another provider', async () => {
    const sha256 = freshContent()
    await again(sha256)
    expect((await again(sha256, 'payA2')).goodCount).toBe(1)
  })

  it.each(['reviewing', 'ready'] as const)('is refused while the earlier batch is %s', async (status) => {
    const sha256 = freshContent()
    const { batchId, batchNo } = await again(sha256)
    await takeStep(services, 'payA1', batchId ?? 0, 'reviewing')
    if (status === 'ready') await takeStep(services, 'checkA1', batchId ?? 0, 'ready')
    await expect(again(sha256)).rejects.toMatchObject({ code: 'duplicate-sheet', detail: { batchNo } })
  })

  it.each(['rejected at audit', 'rejected at review', 'withdrawn'])(
    'is accepted after the earlier batch was %s',
    async (how) => {
      const sha256 = freshContent()
      const batchId = (await again(sha256)).batchId ?? 0
      if (how === 'withdrawn') await payer.answer('withdrawBatch', { batchId })
      if (how === 'rejected at audit') await takeStep(services, 'payA1', batchId, 'audit-rejected')
      if (how === 'rejected at review') {
        await takeStep(services, 'payA1', batchId, 'reviewing')
        await takeStep(services, 'checkA1', batchId, 'review-rejected')
      }
      expect((await again(sha256)).goodCount).toBe(1)
    },
  )

  it('stores one batch for two concurrent uploads', async () => {
    const bytes = await payoutSheet(freshRows(1))
    // Both are past the first look before either may store.
    const lock = await holdContent(bytes)
    const uploads = [postSheet(payer, bytes), postSheet(payer, bytes)]
    await lock.untilWaiting(2)
    await release()
    const replies = await Promise.all(uploads)
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(await batchesOf(bytes)).toHaveLength(1)
  })
})

describe('uploadProgress', () => {
  it('reports progress to the uploader only, while the upload runs', async () => {
    await services.database.transact((tx) =>
      createAccount(tx, services, 'pay', {
        account: 'colleague',
        providerId: people.providers.A1,
        platformId: people.platforms.A,
      }),
    )
    const bytes = await payoutSheet(freshRows(3))
    const lock = await holdContent(bytes)
    const input = { uploadKey: 'upload-0001' }
    const upload = postSheet(payer, bytes, { fields: input })
    await lock.untilWaiting(1)
    const nothing = { stage: 'waiting', done: 0, total: 0, bad: 0 }
    expect(await payer.answer('uploadProgress', input)).toEqual({
      stage: 'reading',
      done: 3,
      total: 0,
      bad: 0,
    })
    for (const other of ['colleague', 'payA2'])
      expect(await (await signIn(services, other)).answer('uploadProgress', input)).toEqual(nothing)
    expect(await payer.answer('uploadProgress', { uploadKey: 'upload-0002' })).toEqual(nothing)
    await release()
    expect((await upload).http).toBe(200)
    expect(await payer.answer('uploadProgress', input)).toEqual(nothing)
    expect(await services.query('select 1 from upload_progress')).toEqual([])
  })

  it.each(['short', 'a'.repeat(65), "x'; drop table files", '上传编号上传编号'])(
    'rejects the upload key %s',
    async (key) => {
      const { http, body } = await payer.wire('uploadProgress', { uploadKey: key })
      expect([http, body.errors]).toEqual([400, [{ field: 'uploadKey', msg: '上传编号不正确' }]])
    },
  )
})

/** What follows a lost connection is done beside other work. */
const PATIENCE = { timeout: 30_000 }

describe('a client that disconnects', () => {
  /** A real connection, of which the test sees each end. */
  function open(bytes: Uint8Array, post: SheetPost = {}) {
    const { body, contentType } = sheetBody(bytes, post)
    const headers = { ...cookieOf(payer), 'content-type': contentType, 'content-length': body.length }
    const sending = request(base + urlOf('uploadSheet'), { method: 'POST', headers, agent: false })
    sending.on('error', () => {})
    return { sending, body }
  }

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      services.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  const untilGone = () => vi.waitFor(async () => expect(await connections()).toBe(0), PATIENCE)

  async function expectNothingLeft(bytes: Uint8Array): Promise<void> {
    await vi.waitFor(async () => expect(await services.query('select 1 from files')).toEqual([]), PATIENCE)
    await vi.waitFor(async () => expect(await storedKeys(services)).toEqual([]), PATIENCE)
    expect(await batchesOf(bytes)).toEqual([])
    expect(await services.query('select 1 from upload_progress')).toEqual([])
    await vi.waitFor(
      async () => expect(await filesIn(join(services.settings.dataDir, 'reading'))).toEqual([]),
      PATIENCE,
    )
    expect(services.lines.filter((line) => line.includes('call failed'))).toEqual([])
  }

  const arriving = () =>
    vi.waitFor(
      async () =>
        expect(await services.query("select 1 from files where state = 'arriving'")).toHaveLength(1),
      PATIENCE,
    )

  it('leaves nothing behind while sending', async () => {
    const bytes = await payoutSheet(freshRows(3_000))
    const { sending, body } = open(bytes)
    sending.write(body.subarray(0, body.length / 2))
    await arriving()
    sending.destroy()
    await untilGone()
    await expectNothingLeft(bytes)
  })

  it('leaves nothing behind after sending, before the file is read', async () => {
    const bytes = await payoutSheet(freshRows(100))
    const { sending, body } = open(bytes)
    sending.write(body.subarray(0, 500))
    await arriving()
    // Nothing can be noted about the file until the sender is gone.
    held = await holdLock(services, 'lock table files in exclusive mode')
    sending.end(body.subarray(500))
    await held.untilWaiting(1)
    sending.destroy()
    await untilGone()
    await release()
    await expectNothingLeft(bytes)
  })

  it('leaves nothing behind while the rows are stored', async () => {
    const bytes = await payoutSheet(freshRows(2))
    const lock = await holdContent(bytes)
    const { sending, body } = open(bytes, { fields: { uploadKey: 'left-in-storing' } })
    sending.end(body)
    await lock.untilWaiting(1)
    sending.destroy()
    await untilGone()
    await release()
    await expectNothingLeft(bytes)
    // Whoever was cut off may come back with the same file.
    expect((await postSheet(payer, bytes)).http).toBe(200)
  })
})
