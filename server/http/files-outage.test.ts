// An object store that hangs: calls that need files are refused with a sentence, and everything else works on.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failFast } from '../adapters/file-store/fail-fast.ts'
import { openS3Store } from '../adapters/file-store/s3.ts'
import { type Client, signIn } from '../testing/client.ts'
import { type CutWire, openCutWire } from '../testing/cut-wire.ts'
import { download, filePart, pdfOfSize, upload } from '../testing/file-calls.ts'
import { type LocalS3, startLocalS3 } from '../testing/local-s3.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const ANSWER_MS = 300
let s3: LocalS3
let wire: CutWire
let folder: string
let services: TestServices
let payer: Client
let base: string

beforeAll(async () => {
  s3 = await startLocalS3()
  wire = await openCutWire(s3.settings.endpoint)
  folder = await mkdtemp(join(tmpdir(), 'paywages-outage-'))
  const endpoint = wire.url.replace(/\/$/, '')
  const files = failFast(await openS3Store({ ...s3.settings, endpoint }, folder, ANSWER_MS))
  services = await openTestServices({ files })
  await createPeople(services)
  payer = await signIn(services, 'payA1')
  base = await services.listen()
})
afterAll(async () => {
  wire.thaw()
  await services.close()
  await wire.close()
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const send = () => upload(base, payer, filePart('a.pdf', pdfOfSize(2_000)))
const ready = async () => {
  const response = await fetch(`${base}/ready`)
  const { checks } = (await response.json()) as { checks: Record<string, boolean> }
  return { http: response.status, files: checks.files }
}

it('refuses file calls with 503 and a sentence while the store hangs, and stays ready', async () => {
  const { data: fileId } = await send()
  expect(await ready()).toEqual({ http: 200, files: true })
  wire.freeze()
  const refused = {
    http: 503,
    code: 'files-unavailable',
    msg: '文件服务暂时不可用，请稍后重试；其他功能不受影响',
  }
  expect(await send()).toMatchObject(refused)
  const read = await download(base, payer, fileId)
  expect([read.status, await read.json()]).toMatchObject([503, { code: 'files-unavailable' }])
  // Nobody waits for a store that is known to fail.
  expect(
    services.lines.filter((line) => line.includes('call failed') && line.includes('fails at present')),
  ).toHaveLength(1)
  expect((await payer.call('basicInfo', {})).http).toBe(200)
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ http: 200, files: false })
  expect(services.lines.filter((line) => line.includes('a check fails'))).toHaveLength(1)

  wire.thaw()
  await expect.poll(async () => (await send()).http, { timeout: 10_000 }).toBe(200)
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ http: 200, files: true })
  expect((await download(base, payer, fileId)).status).toBe(200)
  expect(services.lines.filter((line) => line.includes('a check passes again'))).toHaveLength(1)
})
