// Uploads and exports of one person: few at once, some waiting, the rest refused in a sentence; others are served meanwhile.

import { request } from 'node:http'
import { pngSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn, urlOf } from '../testing/client.ts'
import { cookieOf, filePart, upload } from '../testing/file-calls.ts'
import { holdLock } from '../testing/held-lock.ts'
import { multipartOf } from '../testing/multipart.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let base: string
let payer: Client
let other: Client

beforeAll(async () => {
  services = await openTestServices({ settings: { UPLOADS_PER_PERSON: '1', EXPORTS_PER_PERSON: '1' } })
  await createPeople(services)
  base = await services.listen()
  payer = await signIn(services, 'payA1')
  other = await signIn(services, 'payB1')
})
afterAll(() => services.close())

const send = (client: Client) => upload(base, client, filePart('picture.png', pngSample()))
const exportAs = (client: Client, signal?: AbortSignal) =>
  fetch(base + urlOf('exportCategories'), { headers: cookieOf(client), ...(signal ? { signal } : {}) })

it('runs one upload, lets ten wait and refuses the twelfth; another person is served', async () => {
  const lock = await holdLock(services, 'lock table files in access exclusive mode')
  const uploads = Array.from({ length: 12 }, () => send(payer))
  const refused = await Promise.race(uploads)
  expect(refused).toMatchObject({
    http: 429,
    code: 'uploads-busy',
    msg: '您有 11 个上传正在处理，请等待其中一个完成后再上传',
  })
  const elsewhere = send(other)
  // The first of each reached the database, and none behind it.
  await lock.untilWaiting(2)
  await lock.release()
  expect((await elsewhere).http).toBe(200)
  const codes = (await Promise.all(uploads)).map(({ http }) => http).sort()
  expect(codes).toEqual([...Array(11).fill(200), 429])
})

it('gives the place of an upload on when its sender goes away', async () => {
  const { body, contentType } = multipartOf([filePart('picture.png', pngSample())])
  const { hostname, port } = new URL(base)
  const headers = { ...cookieOf(payer), 'content-type': contentType, 'content-length': body.length }
  const lock = await holdLock(services, 'lock table files in access exclusive mode')
  const gone = request({ hostname, port, path: urlOf('uploadFile'), method: 'POST', headers })
  gone.on('error', () => undefined)
  gone.write(body.subarray(0, body.length - 40))
  // It holds the one place of its person: what follows waits for it.
  await lock.untilWaiting(1)
  const next = send(payer)
  await lock.release()
  gone.destroy()
  expect((await next).http).toBe(200)
})

it('runs one export, lets two wait, and gives the place on when the reader goes away', async () => {
  const manager = await signIn(services, 'managerA')
  const colleague = await signIn(services, 'managerB')
  const lock = await holdLock(services, 'lock table invoice_categories in access exclusive mode')
  const gone = new AbortController()
  const first = await exportAs(manager, gone.signal)
  await lock.untilWaiting(1)
  const more = [exportAs(manager), exportAs(manager), exportAs(manager)]
  const refused = await Promise.race(more)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'exports-busy', msg: '您有 3 个导出正在处理，请等待其中一个完成后再导出' },
  ])
  const elsewhere = await exportAs(colleague)
  await lock.untilWaiting(2)
  gone.abort()
  await expect(first.arrayBuffer()).rejects.toThrow()
  // The query of the one that was given up ends with the lock; the next one has begun already.
  await lock.untilWaiting(3)
  await lock.release()
  const sizes = await Promise.all(
    [elsewhere, ...(await Promise.all(more))]
      .filter((reply) => reply.status === 200)
      .map(async (reply) => (await reply.arrayBuffer()).byteLength > 0),
  )
  expect(sizes).toEqual([true, true, true])
})

it('hands out kept files while exports wait', async () => {
  const manager = await signIn(services, 'managerA')
  const { data: fileId } = await send(manager)
  const lock = await holdLock(services, 'lock table invoice_categories in access exclusive mode')
  const waiting = await exportAs(manager)
  const kept = await fetch(`${base}${urlOf('downloadFile')}?fileId=${fileId}`, { headers: cookieOf(manager) })
  expect(kept.status).toBe(200)
  await kept.arrayBuffer()
  await lock.release()
  await waiting.arrayBuffer()
})
