// Uploads and downloads over real HTTP: limits, disguises, hostile names, broken connections (D5).

import { request } from 'node:http'
import {
  bmpSample,
  bytesOf,
  docxSample,
  jpgSample,
  pdfSample,
  pngSample,
} from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SESSION_COOKIE } from '../http/session-cookie.ts'
import { type Client, signIn, urlOf } from '../testing/client.ts'
import { multipartOf, type Part } from '../testing/multipart.ts'
import { type AccountName, createPeople } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'

const MB = 1024 * 1024
let house: TestHouse
let base: string
let payer: Client

beforeAll(async () => {
  house = await openTestHouse()
  await createPeople(house)
  base = await house.listen()
  payer = await signIn(house, 'payA1')
})
// This would wait for ever if a refused upload left its connection stuck.
afterAll(() => house.close())

const cookieOf = (client: Client) => ({ cookie: `${SESSION_COOKIE}=${client.token}` })
const file = (fileName: string, value: Uint8Array | string): Part => ({ key: 'file', fileName, value })

async function upload(client: Client, ...parts: Part[]) {
  const { body, contentType } = multipartOf(parts)
  const response = await fetch(base + urlOf('uploadFile'), {
    method: 'POST',
    headers: { ...cookieOf(client), 'content-type': contentType },
    body: new Uint8Array(body),
  })
  const envelope = (await response.json()) as { status: number; code: string; msg: string; data: string }
  return { http: response.status, ...envelope }
}

const download = (client: Client, fileId: string, more = '') =>
  fetch(`${base + urlOf('downloadFile')}?fileId=${fileId}${more}`, { headers: cookieOf(client) })

async function kept(): Promise<{ rows: number; stored: string[] }> {
  const rows = await house.query('select 1 from files')
  const stored: string[] = []
  for await (const { key } of house.files.list('files/')) stored.push(key)
  return { rows: rows.length, stored: stored.sort() }
}

/** Nothing of a refused upload may stay, neither row nor bytes. */
async function expectNothingKept(work: () => Promise<unknown>): Promise<void> {
  const before = await kept()
  await work()
  expect(await kept()).toEqual(before)
}

describe('an upload', () => {
  it.each([
    ['a.png', pngSample(), 'image/png'],
    ['照片.JPG', jpgSample(), 'image/jpeg'],
    ['b.bmp', bmpSample(), 'image/bmp'],
    ['c.pdf', pdfSample(), 'application/pdf'],
    ['d.docx', docxSample(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('of %s comes back byte for byte, as what it is', async (name, bytes, type) => {
    const { http, data } = await upload(payer, file(name, bytes))
    expect(http).toBe(200)
    const response = await download(payer, data)
    expect(response.headers.get('content-type')).toBe(type)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(name)}`,
    )
  })

  it('of the same file twice makes two files', async () => {
    const [one, other] = [
      await upload(payer, file('a.png', pngSample())),
      await upload(payer, file('a.png', pngSample())),
    ]
    expect([one?.http, other?.http]).toEqual([200, 200])
    expect(one?.data).not.toBe(other?.data)
  })

  it('takes its name and kind from the fields, before or after the file', async () => {
    const { data } = await upload(payer, { key: 'fileKind', value: 'invoice' }, file('blob', pdfSample()), {
      key: 'fileName',
      value: '发票.pdf',
    })
    const [row] = await house.query('select kind, name, content from files where file_id = $1', [data])
    expect(row).toEqual({ kind: 'invoice', name: '发票.pdf', content: 'pdf' })
  })

  it.each([
    ['HTML as a picture', 'a.png', '<html><script>alert(1)</script></html>', 415, 'file-type'],
    ['SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415, 'file-type'],
    ['a PDF named png', 'a.png', pdfSample(), 415, 'file-type'],
    [
      'a picture with a page behind it',
      'a.png',
      bytesOf(pngSample(), '<script>alert(1)</script>'),
      415,
      'file-type',
    ],
    ['a picture without an ending', 'a', pngSample(), 415, 'file-type'],
    ['a picture named exe', 'a.png.exe', pngSample(), 415, 'file-type'],
    ['an empty file', 'a.png', '', 422, 'file-empty'],
  ])('of %s is refused and leaves nothing', async (_, name, bytes, http, code) => {
    await expectNothingKept(async () => {
      expect(await upload(payer, file(name, bytes))).toMatchObject({ http, code })
    })
  })

  it.each([
    [
      'two files',
      [file('a.png', pngSample()), file('b.png', pngSample())],
      'too-many-files',
      '最多上传 1 个文件',
    ],
    [
      'a second file of megabytes',
      [file('a.png', pngSample()), file('b.png', new Uint8Array(5 * MB))],
      'too-many-files',
      '最多上传 1 个文件',
    ],
    ['no file', [{ key: 'fileName', value: 'a.png' }], 'file-missing', '请选择要上传的文件'],
    [
      'a file under another name',
      [{ ...file('a.png', pngSample()), key: 'other' }],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
    [
      'an unknown kind',
      [{ key: 'fileKind', value: 'virus' }, file('a.png', pngSample())],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
    [
      'a name of five thousand characters',
      [{ key: 'fileName', value: 'n'.repeat(5_000) }, file('a.png', pngSample())],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
    [
      'thirty fields',
      [...Array.from({ length: 30 }, (_, n) => ({ key: `f${n}`, value: 'x' })), file('a.png', pngSample())],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
  ] as [string, Part[], string, string][])(
    'with %s is refused and leaves nothing',
    async (_, parts, code, msg) => {
      await expectNothingKept(async () => {
        expect(await upload(payer, ...parts)).toMatchObject({ http: 400, code, msg })
      })
    },
  )

  it('of a kind whose limit or content it breaks is refused', async () => {
    const docx = [{ key: 'fileKind', value: 'invoice' }, file('a.docx', docxSample())]
    expect(await upload(payer, ...docx)).toMatchObject({ http: 415, code: 'file-type' })
    const large = pdfOf(10 * MB + 1)
    expect(await upload(payer, { key: 'fileKind', value: 'invoice' }, file('a.pdf', large))).toMatchObject({
      http: 413,
      msg: '文件不能超过 10 MB',
    })
  })

  /** A PDF of exactly this many bytes. */
  function pdfOf(size: number): Uint8Array {
    const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\nstartxref\n9\n%%EOF\n')]
    return Buffer.concat([head, Buffer.alloc(size - head.length - tail.length, ' '), tail])
  }

  it('of exactly the limit is taken, of one byte more refused', async () => {
    const largest = await upload(payer, file('a.pdf', pdfOf(20 * MB)))
    expect(largest.http).toBe(200)
    const response = await download(payer, largest.data)
    expect(response.headers.get('content-length')).toBe(String(20 * MB))
    expect((await response.arrayBuffer()).byteLength).toBe(20 * MB)
    await expectNothingKept(async () => {
      expect(await upload(payer, file('a.pdf', pdfOf(20 * MB + 1)))).toMatchObject({
        http: 413,
        code: 'file-too-large',
        msg: '文件不能超过 20 MB',
      })
    })
  })

  it('that is far too large is refused, and the connection goes on', async () => {
    await expectNothingKept(async () => {
      expect((await upload(payer, file('a.pdf', new Uint8Array(45 * MB)))).code).toBe('file-too-large')
    })
    expect((await upload(payer, file('a.png', pngSample()))).http).toBe(200)
  })

  it('that is broken off leaves nothing', async () => {
    await expectNothingKept(async () => {
      const { body, contentType } = multipartOf([file('a.png', new Uint8Array(3 * MB))])
      const sending = request(base + urlOf('uploadFile'), {
        method: 'POST',
        headers: { ...cookieOf(payer), 'content-type': contentType, 'content-length': body.length },
      })
      sending.on('error', () => {})
      sending.write(body.subarray(0, MB))
      await vi.waitFor(async () => {
        expect(await house.query("select 1 from files where state = 'arriving'")).toHaveLength(1)
      })
      sending.destroy()
      await vi.waitFor(async () => {
        expect(await house.query("select 1 from files where state = 'arriving'")).toEqual([])
      })
    })
    expect(house.lines.filter((line) => line.includes('call failed'))).toEqual([])
  })

  it('whose body ends too early is refused and leaves nothing', async () => {
    await expectNothingKept(async () => {
      const { body, contentType } = multipartOf([file('a.png', pngSample())])
      const response = await fetch(base + urlOf('uploadFile'), {
        method: 'POST',
        headers: { ...cookieOf(payer), 'content-type': contentType },
        body: new Uint8Array(body.subarray(0, body.length - 30)),
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'upload-broken', msg: '文件上传失败' })
    })
  })
})

describe('a hostile name', () => {
  it.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\windows\\a.png', 'a.png'],
    ['a%0d%0aSet-Cookie: x=1.png', 'a%0d%0aSet-Cookie x=1.png'],
    ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
    [`${'n'.repeat(4_096)}.png`, `${'n'.repeat(116)}.png`],
  ])('%s becomes harmless', async (name, safe) => {
    const { http, data } = await upload(payer, file(name, pngSample()))
    expect(http).toBe(200)
    await expectName(data, safe)
  })

  it.each([
    ['a\r\nSet-Cookie: x=1.png', 'a Set-Cookie x=1.png'],
    ['a\0b.png', 'ab.png'],
    ['\u202egnp.a.png', 'gnp.a.png'],
    ['a"; filename="b.html".png', 'a; filename=b.html.png'],
  ])('%j in its field becomes harmless', async (name, safe) => {
    const { data } = await upload(payer, { key: 'fileName', value: name }, file('a.png', pngSample()))
    await expectName(data, safe)
  })

  async function expectName(fileId: string, safe: string): Promise<void> {
    const response = await download(payer, fileId)
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    expect(decodeURIComponent(encoded ?? '')).toBe(safe)
    expect(response.headers.get('set-cookie')).toBeNull()
    const [row] = await house.query('select name from files where file_id = $1', [fileId])
    expect(row).toEqual({ name: safe })
  }
})

describe('a download', () => {
  async function uploaded(name: string, bytes: Uint8Array): Promise<string> {
    return (await upload(payer, file(name, bytes))).data
  }

  it('is fenced so that no browser runs it', async () => {
    const { headers } = await download(payer, await uploaded('a.png', pngSample()))
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''a\.png/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.* sandbox;/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['a.png', pngSample(), 'inline', true],
    ['a.pdf', pdfSample(), 'inline', false],
    ['a.docx', docxSample(), 'attachment', true],
  ])('of %s with inline=1', async (name, bytes, disposition, sandboxed) => {
    const { headers } = await download(payer, await uploaded(name, bytes), '&inline=1')
    expect(headers.get('content-disposition')?.split(';')[0]).toBe(disposition)
    expect(headers.get('content-security-policy')?.includes('sandbox')).toBe(sandboxed)
    expect(headers.get('x-frame-options')).toBe(disposition === 'inline' ? 'SAMEORIGIN' : 'DENY')
  })

  it('of a loose file is for its uploader alone, super managers included', async () => {
    const fileId = await uploaded('a.png', pngSample())
    for (const other of ['admin', 'managerA', 'checkA1', 'payA2', 'payB1'] as AccountName[]) {
      const response = await download(await signIn(house, other), fileId)
      expect([response.status, (await response.json()) as object]).toMatchObject([404, { code: 'not-found' }])
    }
    expect((await download(payer, fileId)).status).toBe(200)
  })

  it.each(['', 'x', '1', '../../etc/passwd', "' or 1=1 --"])('of %j is refused', async (fileId) => {
    const response = await download(payer, encodeURIComponent(fileId))
    expect(response.status).toBe(400)
  })

  it('whose bytes are gone is not there', async () => {
    const fileId = await uploaded('a.png', pngSample())
    await house.files.remove(`files/${fileId}`)
    const response = await download(payer, fileId)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-disposition')).toBeNull()
  })
})
