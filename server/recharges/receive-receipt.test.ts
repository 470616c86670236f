// Receipts: what they may be by content and name, whose they are, and that refused ones leave nothing (D5, D25).

import {
  bytesOf,
  gifSample,
  jpgSample,
  pdfSample,
  pngSample,
  xlsxSample,
} from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientOf, readReply, signIn, urlOf } from '../testing/client.ts'
import { pdfOfSize, storedKeys } from '../testing/file-calls.ts'
import { pdfWithAttachment } from '../testing/hand-built-pdf.ts'
import { multipartOf, type Part } from '../testing/multipart.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const WRONG_TYPE = '请选择 png、jpg、jpeg 或 pdf 文件上传'
const ACTIVE = 'PDF 含有脚本，请重新打印为普通 PDF 或改用图片上传'
const MB = 1_048_576

let services: TestServices
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const filePart = (fileName: string, value: Uint8Array | string): Part => ({ key: 'file', fileName, value })

async function send(client: Client, ...parts: Part[]) {
  const { body, contentType } = multipartOf(parts)
  const headers = { 'content-type': contentType }
  return readReply(await client.send({ method: 'POST', url: urlOf('uploadReceipt'), payload: body, headers }))
}

describe('uploadReceipt with a valid file', () => {
  it.each([
    ['回执.png', pngSample()],
    ['a.jpg', jpgSample()],
    ['a.JPEG', jpgSample()],
    ['a.pdf', pdfSample()],
    ['voucher.pdf', pdfWithAttachment('voucher.xml')],
    ['largest.pdf', pdfOfSize(10 * MB)],
  ])('accepts %s', async (name, bytes) => {
    const { http, body } = await send(
      payer,
      { key: 'fileName', value: name },
      filePart('ascii', bytes as Uint8Array),
    )
    expect([http, body.status, body.msg]).toEqual([200, 0, ''])
    expect(body.data).toMatch(/^\/paywages\/api\/file\/download\?fileId=[0-9a-f-]{36}$/)
    const fileId = String(body.data).split('=')[1]
    const [file] = await services.query('select kind, name, attached_at from files where file_id = $1', [
      fileId,
    ])
    expect(file).toEqual({ kind: 'receipt', name, attached_at: null })
    const [entry] = await services.query(
      "select account, object_name, after from audit_entries where action = 'upload-file' and object_id = $1",
      [fileId],
    )
    expect(entry).toMatchObject({ account: 'payA1', object_name: name, after: { kind: 'receipt' } })
    const shown = await payer.send({ method: 'GET', url: String(body.data), query: { inline: '1' } })
    expect([shown.statusCode, shown.rawPayload.equals(Buffer.from(bytes as Uint8Array))]).toEqual([200, true])
    for (const other of ['payA2', 'checkA1', 'admin'])
      expect(
        (await (await signIn(services, other)).send({ method: 'GET', url: String(body.data) })).statusCode,
      ).toBe(404)
  })
})

describe('uploadReceipt with an invalid request', () => {
  it.each([
    ['a.gif', gifSample(), 415, WRONG_TYPE],
    ['a.png', gifSample(), 415, WRONG_TYPE],
    ['a.png', bytesOf('<html><script>alert(1)</script>'), 415, WRONG_TYPE],
    ['a.svg', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, WRONG_TYPE],
    ['a.pdf', pngSample(), 415, WRONG_TYPE],
    ['a.png.exe', pngSample(), 415, WRONG_TYPE],
    ['a', pngSample(), 415, WRONG_TYPE],
    ['a.xlsx', xlsxSample(), 415, WRONG_TYPE],
    ['a.pdf', pdfSample('1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n'), 422, ACTIVE],
    ['a.pdf', pdfSample('1 0 obj<</S/Launch/F(cmd.exe)>>endobj\n'), 422, ACTIVE],
    ['a.png', bytesOf(), 422, '文件内容为空，请重新选择'],
    ['a.pdf', pdfOfSize(10 * MB + 1), 413, '文件不能超过 10 MB'],
  ])('rejects %s', async (name, bytes, http, msg) => {
    const before = await storedKeys(services)
    const reply = await send(payer, filePart(name as string, bytes as Uint8Array))
    expect([reply.http, reply.body.msg, reply.body.errors]).toEqual([http, msg, [{ field: 'file', msg }]])
    expect(await storedKeys(services)).toEqual(before)
  })

  it('rejects two files, no file, and a request that is not multipart', async () => {
    const before = await storedKeys(services)
    expect((await send(payer, filePart('a.png', pngSample()), filePart('b.png', pngSample()))).http).toBe(400)
    expect((await send(payer, { key: 'fileName', value: 'a.png' })).body.code).toBe('file-missing')
    const json = await payer.send({ method: 'POST', url: urlOf('uploadReceipt'), payload: {} })
    expect(json.statusCode).toBe(415)
    expect(await storedKeys(services)).toEqual(before)
  })

  it('rejects a reviewer and an anonymous client', async () => {
    const part = filePart('a.png', pngSample())
    expect((await send(await signIn(services, 'checkA1'), part)).http).toBe(403)
    expect((await send(clientOf(services), part)).http).toBe(401)
  })
})
