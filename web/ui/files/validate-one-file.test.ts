// What is said of one chosen file, such as a contract, before any of it is sent.

import { docxSample, ofdSample, pdfSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { expect, it } from 'vitest'
import { validateOneFile } from './validate-files.ts'

const file = (name: string, bytes: Uint8Array) => new File([new Uint8Array(bytes)], name)
const MB = 1024 * 1024
const wrong = (name: string) => `「${name}」文件内容与格式不符，仅支持 pdf、docx、png、jpg、gif、bmp`

it.each([
  ['合同.pdf', pdfSample()],
  ['合同.DOCX', docxSample()],
  ['合同.png', pngSample()],
  ['long.pdf', pdfSample('x'.repeat(300_000))],
])('accepts %s as a contract file', async (name, bytes) => {
  const chosen = file(name, bytes)
  expect(await validateOneFile('contract', [chosen])).toEqual({ file: chosen })
})

it.each([
  ['a wrong extension', [file('a.png', pdfSample())], wrong('a.png')],
  ['an unsupported content type', [file('a.ofd', ofdSample())], wrong('a.ofd')],
  ['HTML named .pdf', [file('a.pdf', new TextEncoder().encode('<html>'))], wrong('a.pdf')],
  ['an empty file', [file('a.pdf', new Uint8Array())], '「a.pdf」文件内容为空，请重新选择'],
  ['an oversized file', [file('a.pdf', new Uint8Array(20 * MB + 1))], '「a.pdf」文件不能超过 20 MB'],
  ['two files', [file('a.pdf', pdfSample()), file('b.pdf', pdfSample())], '最多上传一个文件'],
])('rejects as a contract file: %s', async (_, files, problem) => {
  expect(await validateOneFile('contract', files)).toEqual({ problem })
})

it('returns nothing when no file is chosen', async () => {
  expect(await validateOneFile('contract', [])).toBeUndefined()
})
