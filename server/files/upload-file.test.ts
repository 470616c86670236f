// Uploads over real HTTP: limits, disguises, broken connections, and nothing left of what is refused (D5).

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
import { type Client, signIn, urlOf } from '../testing/client.ts'
import { cookieOf, download, filePart, pdfOfSize, storedKeys, upload } from '../testing/file-calls.ts'
import { emptyPages } from '../testing/hand-built-pdf.ts'
import { multipartOf, type Part } from '../testing/multipart.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const MB = 1024 * 1024
let services: TestServices
let base: string
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  base = await services.listen()
  payer = await signIn(services, 'payA1')
})
// This would wait for ever if a refused upload left its connection stuck.
afterAll(() => services.close())

async function kept(): Promise<{ rows: number; stored: string[] }> {
  const rows = await services.query('select 1 from files')
  const stored: string[] = []
  for await (const { key } of services.files.list('files/')) stored.push(key)
  return { rows: rows.length, stored: stored.sort() }
}

/** Nothing of a refused upload may stay, neither row nor bytes. */
async function expectNothingStored(work: () => Promise<unknown>): Promise<void> {
  const before = await kept()
  await work()
  expect(await kept()).toEqual(before)
}

describe('uploading a file', () => {
  it.each([
    ['a.png', pngSample(), 'image/png'],
    ['照片.JPG', jpgSample(), 'image/jpeg'],
    ['b.bmp', bmpSample(), 'image/bmp'],
    ['c.pdf', pdfSample(), 'application/pdf'],
    ['d.docx', docxSample(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('stores %s unchanged and serves it with its detected type', async (name, bytes, type) => {
    const { http, data } = await upload(base, payer, filePart(name, bytes))
    expect(http).toBe(200)
    const response = await download(base, payer, data)
    expect(response.headers.get('content-type')).toBe(type)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(name)}`,
    )
  })

  it('stores the same file twice as two files', async () => {
    const [one, other] = [
      await upload(base, payer, filePart('a.png', pngSample())),
      await upload(base, payer, filePart('a.png', pngSample())),
    ]
    expect([one?.http, other?.http]).toEqual([200, 200])
    expect(one?.data).not.toBe(other?.data)
  })

  it('takes name and kind from the form fields, before or after the file', async () => {
    const { data } = await upload(
      base,
      payer,
      { key: 'fileKind', value: 'invoice' },
      filePart('blob', pdfSample()),
      {
        key: 'fileName',
        value: '发票.pdf',
      },
    )
    const [row] = await services.query('select kind, name, content from files where file_id = $1', [data])
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
  ])('rejects %s and stores nothing', async (_, name, bytes, http, code) => {
    await expectNothingStored(async () => {
      expect(await upload(base, payer, filePart(name, bytes))).toMatchObject({ http, code })
    })
  })

  it.each([
    [
      'two files',
      [filePart('a.png', pngSample()), filePart('b.png', pngSample())],
      'too-many-files',
      '最多上传一个文件',
    ],
    [
      'a second file of megabytes',
      [filePart('a.png', pngSample()), filePart('b.png', new Uint8Array(5 * MB))],
      'too-many-files',
      '最多上传一个文件',
    ],
    ['no file', [{ key: 'fileName', value: 'a.png' }], 'file-missing', '请选择要上传的文件'],
    [
      'a file under another name',
      [{ ...filePart('a.png', pngSample()), key: 'other' }],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
    [
      'an unknown kind',
      [{ key: 'fileKind', value: 'virus' }, filePart('a.png', pngSample())],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
    [
      'a name of five thousand characters',
      [{ key: 'fileName', value: 'n'.repeat(5_000) }, filePart('a.png', pngSample())],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
    [
      'thirty fields',
      [
        ...Array.from({ length: 30 }, (_, n) => ({ key: `f${n}`, value: 'x' })),
        filePart('a.png', pngSample()),
      ],
      'malformed',
      '请求参数不正确，请检查后重试',
    ],
  ] as [string, Part[], string, string][])(
    'rejects a request with %s and stores nothing',
    async (_, parts, code, msg) => {
      await expectNothingStored(async () => {
        expect(await upload(base, payer, ...parts)).toMatchObject({ http: 400, code, msg })
      })
    },
  )

  it('rejects a file that exceeds the size or type allowed for its kind', async () => {
    const docx = [{ key: 'fileKind', value: 'invoice' }, filePart('a.docx', docxSample())]
    expect(await upload(base, payer, ...docx)).toMatchObject({ http: 415, code: 'file-type' })
    const large = pdfOfSize(10 * MB + 1)
    expect(
      await upload(base, payer, { key: 'fileKind', value: 'invoice' }, filePart('a.pdf', large)),
    ).toMatchObject({
      http: 413,
      msg: '文件不能超过 10 MB',
    })
  })

  it('rejects a PDF that acts by itself, whatever it is uploaded as, and stores nothing', async () => {
    const active = emptyPages(1, '/OpenAction<</S/JavaScript/JS(app.alert(1))>>')
    const before = await storedKeys(services)
    for (const kind of [undefined, 'contract', 'invoice', 'evidence'])
      expect(
        await upload(
          base,
          payer,
          ...(kind ? [{ key: 'fileKind', value: kind }] : []),
          filePart('a.pdf', active),
        ),
      ).toMatchObject({
        http: 422,
        code: 'file-active',
        msg: 'PDF 含有脚本、表单动作、多媒体或附带程序，请重新打印为普通 PDF 或改用图片上传',
      })
    expect(await storedKeys(services)).toEqual(before)
    const entries = await services.query("select 1 from audit_entries where reason = 'file-active'")
    expect(entries).toHaveLength(4)
  })

  it('accepts exactly the size limit and rejects one byte more', async () => {
    const largest = await upload(base, payer, filePart('a.pdf', pdfOfSize(20 * MB)))
    expect(largest.http).toBe(200)
    const response = await download(base, payer, largest.data)
    expect(response.headers.get('content-length')).toBe(String(20 * MB))
    expect((await response.arrayBuffer()).byteLength).toBe(20 * MB)
    await expectNothingStored(async () => {
      expect(await upload(base, payer, filePart('a.pdf', pdfOfSize(20 * MB + 1)))).toMatchObject({
        http: 413,
        code: 'file-too-large',
        msg: '文件不能超过 20 MB',
      })
    })
  })

  it('rejects a far too large file and keeps the connection usable', async () => {
    await expectNothingStored(async () => {
      expect((await upload(base, payer, filePart('a.pdf', new Uint8Array(45 * MB)))).code).toBe(
        'file-too-large',
      )
    })
    expect((await upload(base, payer, filePart('a.png', pngSample()))).http).toBe(200)
  })

  it('stores nothing when the client disconnects', async () => {
    await expectNothingStored(async () => {
      const { body, contentType } = multipartOf([filePart('a.png', new Uint8Array(3 * MB))])
      const sending = request(base + urlOf('uploadFile'), {
        method: 'POST',
        headers: { ...cookieOf(payer), 'content-type': contentType, 'content-length': body.length },
      })
      sending.on('error', () => {})
      sending.write(body.subarray(0, MB))
      await vi.waitFor(async () => {
        expect(await services.query("select 1 from files where state = 'arriving'")).toHaveLength(1)
      }, 10_000)
      sending.destroy()
      await vi.waitFor(async () => {
        expect(await services.query("select 1 from files where state = 'arriving'")).toEqual([])
      }, 10_000)
    })
    expect(services.lines.filter((line) => line.includes('call failed'))).toEqual([])
  })

  it('rejects a truncated body and stores nothing', async () => {
    await expectNothingStored(async () => {
      const { body, contentType } = multipartOf([filePart('a.png', pngSample())])
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
