// A disk that is nearly full or full: uploads and starts are refused with a sentence, and go on when there is space.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientOf, signIn } from '../testing/client.ts'
import { filePart, pdfOfSize, upload } from '../testing/file-calls.ts'
import { fund, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { canMount, openSmallDisk, type SmallDisk } from '../testing/small-disk.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { refusalOf } from './reply.ts'

const FULL = {
  code: 'storage-full',
  status: 500,
  msg: '存储空间不足，暂时无法保存，请联系管理员清理空间后重试',
}
let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

it('is told in the same words where it is the disk of the database', () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(refusalOf(error)).toMatchObject({ http: 503, envelope: FULL })
})

describe('less free space than DISK_STOP_MB', () => {
  let full: TestServices
  beforeAll(async () => {
    full = await openTestServices({ sharing: services, settings: { DISK_STOP_MB: '10000000' } })
  })
  afterAll(() => full.close())

  it('refuses uploads', async () => {
    const base = await full.listen()
    expect(await upload(base, payer, filePart('a.pdf', pdfOfSize(2_000)))).toMatchObject({
      http: 503,
      ...FULL,
    })
    expect(await services.query('select 1 from files')).toEqual([])
  })

  it('refuses a start, which succeeds when there is space', async () => {
    await fund(services, people.providers.A1)
    const { batchId } = await storeBatch(services, 'payA1', freshRows(1))
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await takeStep(services, 'checkA1', batchId, 'ready')
    const start = { batchId, to: 'transferring', pass: true } as const
    const refused = await clientOf(full, payer.token).call('decideBatch', start)
    expect([refused.http, refused.body]).toMatchObject([503, FULL])
    expect((await payer.call('decideBatch', start)).http).toBe(200)
  })

  it('is a to-do of managers alone', async () => {
    const kindsOf = async (at: TestServices, account: string) => {
      const { token } = await signIn(services, account)
      return (await clientOf(at, token).answer('todos', {})).todos.map(({ kind }) => kind)
    }
    expect(await kindsOf(full, 'managerA')).toContain('low-space')
    expect(await kindsOf(full, 'payA1')).not.toContain('low-space')
    expect(await kindsOf(services, 'managerA')).not.toContain('low-space')
  })

  it('is a metric', async () => {
    const { body } = await services.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(body).toMatch(/^paywages_disk_free_bytes [1-9]/m)
    expect(body).toMatch(/^paywages_disk_free_ratio 0\.\d/m)
  })
})

describe.runIf(canMount)('a disk without any space', () => {
  let disk: SmallDisk
  let small: TestServices
  beforeAll(async () => {
    disk = await openSmallDisk(4)
    small = await openTestServices({ settings: { DATA_DIR: disk.folder } })
    await createPeople(small)
  })
  afterAll(async () => {
    await small.close()
    await disk.remove()
  })

  it('refuses an upload without a trace, and takes the next when there is space', async () => {
    const base = await small.listen()
    const client = await signIn(small, 'payA1')
    const send = () => upload(base, client, filePart('a.pdf', pdfOfSize(1_000_000)))
    expect((await send()).http).toBe(200)
    await disk.fill(10_000)
    expect(await send()).toMatchObject({ http: 503, ...FULL })
    expect(await small.query('select 1 from files')).toHaveLength(1)
    expect((await client.call('basicInfo', {})).http).toBe(200)
    await disk.empty()
    expect((await send()).http).toBe(200)
  })
})
