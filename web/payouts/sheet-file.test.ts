// Which files are refused before they are sent.

import { expect, test } from 'vitest'
import { validateFiles } from './sheet-file.ts'

const named = (name: string, size = 10) => ({ name, size }) as File

test('accepts one .xls or .xlsx file', () => {
  const file = named('11月.XLSX')
  expect(validateFiles([file])).toEqual({ file })
  expect(validateFiles([])).toBeUndefined()
})

test('rejects other files with the specified messages', () => {
  expect(validateFiles([named('a.pdf')])).toEqual({ problem: '请选择 excel 文件上传' })
  expect(validateFiles([named('a.xlsx.exe')])).toEqual({ problem: '请选择 excel 文件上传' })
  expect(validateFiles([named('a.xls'), named('b.xls')])).toEqual({ problem: '最多上传一个文件' })
  expect(validateFiles([named('a.xls', 20 * 1024 * 1024 + 1)])).toEqual({
    problem: '文件不能超过 20 MB，请拆分后分批上传',
  })
})
