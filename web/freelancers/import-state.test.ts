// The import of a sheet of people, before and after it is sent.

import { describe, expect, it } from 'vitest'
import { CallRefused } from '../api/refused.ts'
import { percentSent } from '../ui/files/file-size.ts'
import { afterFailure, validateFiles } from './import-state.ts'

const MEGABYTES_20 = 20 * 1024 * 1024

describe('choosing a sheet of people to import', () => {
  it.each([
    ['an Excel file', [{ name: '人员.xlsx', size: 10 }], { ok: true }],
    ['a list', [{ name: '人员.csv', size: 10 }], { ok: true }],
    ['an .XLS file in capitals', [{ name: '人员.XLS', size: 10 }], { ok: true }],
    ['a file of exactly the size limit', [{ name: 'a.xlsx', size: MEGABYTES_20 }], { ok: true }],
    [
      'a file one byte too large',
      [{ name: 'a.xlsx', size: MEGABYTES_20 + 1 }],
      { problem: '文件不能超过 20 MB' },
    ],
    ['no file', [], undefined],
  ])('returns the verdict for: %s', (_, files, expected) => {
    expect(validateFiles(files)).toEqual(expected)
  })

  it.each([
    ['a PDF', [{ name: 'a.pdf', size: 1 }]],
    ['two files', [1, 2].map((n) => ({ name: `${n}.xlsx`, size: 1 }))],
  ])('rejects %s', (_, files) => {
    expect(validateFiles(files)).toHaveProperty('problem')
  })
})

describe('failed import of a sheet of people', () => {
  const refused = (http: number) => new CallRefused({ code: 'x', status: 500, http, msg: '表头不正确' })

  it('offers a retry after a network failure', () => {
    expect(afterFailure(refused(0))).toEqual({ at: 'broken' })
  })

  it('shows a rejection and asks for another file', () => {
    expect(afterFailure(refused(422))).toEqual({ at: 'choosing', problem: '表头不正确' })
  })

  it('asks to choose again a file that changed meanwhile', () => {
    expect(afterFailure(new DOMException('gone', 'NotReadableError'))).toEqual({
      at: 'choosing',
      problem: '文件无法读取，请重新选择',
    })
  })
})

it('does not report 100 percent while sending', () => {
  expect(percentSent({ sentBytes: 100, totalBytes: 100 })).toBe(99)
  expect(percentSent({ sentBytes: 0, totalBytes: 0 })).toBe(0)
})
