// What is said of a contract file before any of it is sent.

import { docxSample, ofdSample, pdfSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { expect, it } from 'vitest'
import { judgeContractFiles } from './judge-contract-files.ts'

const file = (name: string, bytes: Uint8Array) => new File([new Uint8Array(bytes)], name)
const MB = 1024 * 1024
const WRONG = '文件内容与格式不符，仅支持 pdf、docx、png、jpg、gif、bmp'

it.each([
  ['合同.pdf', pdfSample()],
  ['合同.DOCX', docxSample()],
  ['合同.png', pngSample()],
  ['long.pdf', pdfSample('x'.repeat(300_000))],
])('%s is taken', async (name, bytes) => {
  const chosen = file(name, bytes)
  expect(await judgeContractFiles([chosen])).toEqual({ file: chosen })
})

it.each([
  ['a wrong ending', [file('a.png', pdfSample())], WRONG],
  ['another kind', [file('a.ofd', ofdSample())], WRONG],
  ['a disguise', [file('a.pdf', new TextEncoder().encode('<html>'))], WRONG],
  ['nothing inside', [file('a.pdf', new Uint8Array())], '文件内容为空，请重新选择'],
  ['too much', [file('a.pdf', new Uint8Array(20 * MB + 1))], '文件不能超过 20 MB'],
  ['two of them', [file('a.pdf', pdfSample()), file('b.pdf', pdfSample())], '最多上传一个文件'],
])('%s is refused', async (_, files, problem) => {
  expect(await judgeContractFiles(files)).toEqual({ problem })
})

it('nothing chosen is nothing', async () => {
  expect(await judgeContractFiles([])).toBeUndefined()
})
