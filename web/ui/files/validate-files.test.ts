// What is said of chosen files before they are sent.

import {
  gifSample,
  jpgSample,
  ofdSample,
  pdfSample,
  pngSample,
  xlsxSample,
} from '@paywages/domain/files/file-samples.ts'
import { describe, expect, it } from 'vitest'
import { endingsOf, type FilesRule, validateChosen } from './validate-files.ts'

const rule: FilesRule = { kind: 'invoice', most: 3, tooMany: '最多上传 3 个' }
const MB = 1024 * 1024

function file(name: string, bytes: Uint8Array = pdfSample()): File {
  return new File([new Uint8Array(bytes)], name)
}

async function validated(files: readonly File[], present: readonly File[] = []) {
  const { fit, problems } = await validateChosen(files, () => present, rule)
  return { fit: fit.map((one) => one.file.name), problems }
}

describe('choosing one file', () => {
  it.each([
    ['a.png', pngSample(), 'png'],
    ['a.JPEG', jpgSample(), 'jpg'],
    ['a.gif', gifSample(), 'gif'],
    ['发票联-24112000000318.pdf', pdfSample(), 'pdf'],
    ['a.ofd', ofdSample(), 'ofd'],
    ['奇怪的 名字 (1)..;=&#.pdf', pdfSample(), 'pdf'],
  ])('accepts %s by its content', async (name, bytes, content) => {
    const { fit, problems } = await validateChosen([file(name, bytes)], () => [], rule)
    expect(problems).toEqual([])
    expect(fit.map((one) => one.content)).toEqual([content])
  })

  it.each([
    ['no.pdf', new TextEncoder().encode('no pdf at all')],
    ['sheet.xlsx', xlsxSample()],
    ['sheet.pdf', xlsxSample()],
    ['picture.pdf', pngSample()],
    ['pdf', pdfSample()],
  ])('rejects %s because its content does not match', async (name, bytes) => {
    expect(await validated([file(name, bytes)])).toEqual({
      fit: [],
      problems: [`「${name}」文件内容与格式不符，仅支持 pdf、ofd、png、jpg、gif、bmp`],
    })
  })

  it('rejects an empty or oversized file', async () => {
    expect((await validated([file('a.pdf', new Uint8Array())])).problems).toEqual([
      '「a.pdf」文件内容为空，请重新选择',
    ])
    const padded = (size: number) => {
      const bytes = new Uint8Array(size).fill(0x20)
      bytes.set(pdfSample())
      bytes.set(pdfSample(), size - pdfSample().length)
      return bytes
    }
    expect((await validated([file('a.pdf', padded(10 * MB))])).problems).toEqual([])
    expect((await validated([file('a.pdf', padded(10 * MB + 1))])).problems).toEqual([
      '「a.pdf」文件不能超过 10 MB',
    ])
  })

  it('rejects an unreadable file, such as a folder', async () => {
    const folder = file('文件夹.pdf')
    const gone = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as Blob
    Object.defineProperty(folder, 'slice', { value: gone })
    expect((await validated([folder])).problems).toHaveLength(1)
  })
})

describe('choosing several files', () => {
  it('accepts files up to the limit in order and reports the excess once', async () => {
    const names = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']
    expect(await validated(names.map((name) => file(name)))).toEqual({
      fit: ['1.pdf', '2.pdf', '3.pdf'],
      problems: ['最多上传 3 个'],
    })
    expect(await validated([file('4.pdf')], [file('1.pdf'), file('2.pdf'), file('3.pdf')])).toEqual({
      fit: [],
      problems: ['最多上传 3 个'],
    })
  })

  it('rejects duplicates within the selection and of files already added', async () => {
    expect(await validated([file('1.pdf'), file('1.pdf'), file('2.pdf')], [file('2.pdf')])).toEqual({
      fit: ['1.pdf'],
      problems: ['「1.pdf」已在列表中', '「2.pdf」已在列表中'],
    })
  })

  it('accepts valid files beside an invalid one', async () => {
    expect(await validated([file('1.txt'), file('2.pdf')])).toMatchObject({ fit: ['2.pdf'] })
  })
})

it('limits the file chooser to the extensions of the kind', () => {
  expect(endingsOf('invoice')).toBe('.pdf,.ofd,.png,.jpg,.jpeg,.gif,.bmp')
})
