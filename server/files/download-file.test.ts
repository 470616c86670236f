// Downloads over real HTTP: harmless names, fenced content, and readers who are not allowed (D5).

import { docxSample, pdfSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { download, filePart, upload } from '../testing/file-calls.ts'
import { type AccountName, createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let base: string
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  base = await services.listen()
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

describe('hostile file names', () => {
  it.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\windows\\a.png', 'a.png'],
    ['a%0d%0aSet-Cookie: x=1.png', 'a%0d%0aSet-Cookie x=1.png'],
    ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
    [`${'n'.repeat(4_096)}.png`, `${'n'.repeat(116)}.png`],
  ])('sanitizes the name %s', async (name, safe) => {
    const { http, data } = await upload(base, payer, filePart(name, pngSample()))
    expect(http).toBe(200)
    await expectName(data, safe)
  })

  it.each([
    ['a\r\nSet-Cookie: x=1.png', 'a Set-Cookie x=1.png'],
    ['a\0b.png', 'ab.png'],
    ['\u202egnp.a.png', 'gnp.a.png'],
    ['a"; filename="b.html".png', 'a; filename=b.html.png'],
  ])('sanitizes %j sent in the fileName field', async (name, safe) => {
    const { data } = await upload(
      base,
      payer,
      { key: 'fileName', value: name },
      filePart('a.png', pngSample()),
    )
    await expectName(data, safe)
  })

  async function expectName(fileId: string, safe: string): Promise<void> {
    const response = await download(base, payer, fileId)
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    expect(decodeURIComponent(encoded ?? '')).toBe(safe)
    expect(response.headers.get('set-cookie')).toBeNull()
    const [row] = await services.query('select name from files where file_id = $1', [fileId])
    expect(row).toEqual({ name: safe })
  }
})

describe('downloading a file', () => {
  async function uploaded(name: string, bytes: Uint8Array): Promise<string> {
    return (await upload(base, payer, filePart(name, bytes))).data
  }

  it('sends headers that keep browsers from running the content', async () => {
    const { headers } = await download(base, payer, await uploaded('a.png', pngSample()))
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''a\.png/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.* sandbox;/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['a.png', pngSample(), 'inline', true],
    ['a.pdf', pdfSample(), 'inline', false],
    ['a.docx', docxSample(), 'attachment', true],
  ])(
    'sends the expected disposition and sandbox for %s with inline=1',
    async (name, bytes, disposition, sandboxed) => {
      const { headers } = await download(base, payer, await uploaded(name, bytes), '&inline=1')
      expect(headers.get('content-disposition')?.split(';')[0]).toBe(disposition)
      expect(headers.get('content-security-policy')?.includes('sandbox')).toBe(sandboxed)
      expect(headers.get('x-frame-options')).toBe(disposition === 'inline' ? 'SAMEORIGIN' : 'DENY')
    },
  )

  it('returns an unattached file to its uploader only, not even to super managers', async () => {
    const fileId = await uploaded('a.png', pngSample())
    for (const other of ['admin', 'managerA', 'checkA1', 'payA2', 'payB1'] as AccountName[]) {
      const response = await download(base, await signIn(services, other), fileId)
      expect([response.status, (await response.json()) as object]).toMatchObject([404, { code: 'not-found' }])
    }
    expect((await download(base, payer, fileId)).status).toBe(200)
  })

  it.each(['', 'x', '1', '../../etc/passwd', "' or 1=1 --"])('rejects the file id %j', async (fileId) => {
    const response = await download(base, payer, encodeURIComponent(fileId))
    expect(response.status).toBe(400)
  })

  it('returns 404 when the stored bytes are missing', async () => {
    const fileId = await uploaded('a.png', pngSample())
    await services.files.remove(`files/${fileId}`)
    const response = await download(base, payer, fileId)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-disposition')).toBeNull()
  })
})
