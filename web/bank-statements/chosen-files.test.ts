// Which chosen files are taken, and what is said of the others.

import { MAX_STATEMENTS } from '@paywages/wire/bank-statements/endpoints.ts'
import { expect, test } from 'vitest'
import { addFiles, MAX_BYTES } from './chosen-files.ts'

const file = (name: string, size = 10, lastModified = 1) =>
  Object.defineProperty(new File(['x'], name, { lastModified }), 'size', { value: size })

const names = (files: readonly File[]) => files.map(({ name }) => name)

test('accepts PDF files with any extension case, in order', () => {
  const { files, problems } = addFiles([file('a.pdf')], [file('B.PDF'), file('c.pdf')])
  expect(names(files)).toEqual(['a.pdf', 'B.PDF', 'c.pdf'])
  expect(problems).toEqual([])
})

test.each([
  ['a sheet', file('对账单.docx'), '对账单.docx：请选择 pdf 文件上传'],
  ['a name that only holds pdf', file('pdf'), 'pdf：请选择 pdf 文件上传'],
  ['an empty file', file('a.pdf', 0), 'a.pdf：文件内容为空，请重新选择'],
  ['a file one byte too large', file('a.pdf', MAX_BYTES + 1), 'a.pdf：文件不能超过 20 MB'],
])('rejects %s with a message and keeps the others', (_, bad, words) => {
  const { files, problems } = addFiles([], [file('好.pdf'), bad])
  expect(names(files)).toEqual(['好.pdf'])
  expect(problems).toEqual([words])
})

test('accepts a file of exactly the size limit', () => {
  expect(addFiles([], [file('a.pdf', MAX_BYTES)]).problems).toEqual([])
})

test('adds a duplicate file once, also within one selection', () => {
  const { files, problems } = addFiles([file('a.pdf')], [file('a.pdf'), file('b.pdf'), file('b.pdf')])
  expect(names(files)).toEqual(['a.pdf', 'b.pdf'])
  expect(problems).toEqual(['a.pdf 已在列表中，没有重复添加', 'b.pdf 已在列表中，没有重复添加'])
  // Of the same name, but saved at another time or of another size: another file.
  expect(addFiles([file('a.pdf')], [file('a.pdf', 11), file('a.pdf', 10, 2)]).files).toHaveLength(3)
})

test('rejects files above the limit per upload with one message', () => {
  const many = Array.from({ length: MAX_STATEMENTS + 2 }, (_, index) => file(`${index}.pdf`))
  const { files, problems } = addFiles([], many)
  expect(files).toHaveLength(MAX_STATEMENTS)
  expect(problems).toEqual(['一次最多上传 10 份，多出的没有添加'])
})
