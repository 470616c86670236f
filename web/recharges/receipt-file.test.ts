// What is said of a receipt before it is sent.

import { expect, it } from 'vitest'
import { validateReceipts } from './receipt-file.ts'

const file = (name: string, size = 1) => ({ name, size }) as File
const MB = 1024 * 1024

it.each(['a.png', 'a.jpg', 'a.JPEG', '回执.pdf'])('accepts receipt file %s', (name) =>
  expect(validateReceipts([file(name)])).toEqual({ file: file(name) }),
)

it.each([
  [[file('a.gif')], '请选择 png、jpg、jpeg 或 pdf 文件上传'],
  [[file('png')], '请选择 png、jpg、jpeg 或 pdf 文件上传'],
  [[file('a.xlsx')], '请选择 png、jpg、jpeg 或 pdf 文件上传'],
  [[file('a.png'), file('b.png')], '最多上传一个文件'],
  [[file('a.png', 0)], '文件内容为空，请重新选择'],
  [[file('a.png', 10 * MB + 1)], '文件不能超过 10 MB'],
])('rejects receipt files %o with: %s', (files, problem) =>
  expect(validateReceipts(files)).toEqual({ problem }),
)

it('accepts a receipt of exactly the size limit and returns nothing for no file', () => {
  expect(validateReceipts([file('a.png', 10 * MB)])).toHaveProperty('file')
  expect(validateReceipts([])).toBeUndefined()
})
