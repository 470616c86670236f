// The import of a sheet of people, before and after it is sent.

import { describe, expect, it } from 'vitest'
import { CallRefused } from '../api/refused.ts'
import { percentSent } from '../ui/files/file-size.ts'
import { afterFailure, judgeFiles } from './import-state.ts'

const MEGABYTES_20 = 20 * 1024 * 1024

describe('a chosen file', () => {
  it.each([
    ['an Excel file', [{ name: '人员.xlsx', size: 10 }], { ok: true }],
    ['an old one, in capitals', [{ name: '人员.XLS', size: 10 }], { ok: true }],
    ['exactly as large as may be', [{ name: 'a.xlsx', size: MEGABYTES_20 }], { ok: true }],
    ['a byte too large', [{ name: 'a.xlsx', size: MEGABYTES_20 + 1 }], { problem: '文件不能超过 20 MB' }],
    ['nothing', [], undefined],
  ])('%s', (_, files, expected) => {
    expect(judgeFiles(files)).toEqual(expected)
  })

  it.each([
    ['a PDF', [{ name: 'a.pdf', size: 1 }]],
    ['two files', [1, 2].map((n) => ({ name: `${n}.xlsx`, size: 1 }))],
  ])('%s is refused', (_, files) => {
    expect(judgeFiles(files)).toHaveProperty('problem')
  })
})

describe('after a failure', () => {
  const refused = (http: number) => new CallRefused({ code: 'x', status: 500, http, msg: '表头不正确' })

  it('an outage can be tried again as it is', () => {
    expect(afterFailure(refused(0))).toEqual({ at: 'broken' })
  })

  it('a refusal is said, and another file asked for', () => {
    expect(afterFailure(refused(422))).toEqual({ at: 'choosing', problem: '表头不正确' })
  })

  it('a file that changed meanwhile has to be chosen again', () => {
    expect(afterFailure(new DOMException('gone', 'NotReadableError'))).toEqual({
      at: 'choosing',
      problem: '文件无法读取，请重新选择',
    })
  })
})

it('never claims that everything is sent before it is', () => {
  expect(percentSent({ sentBytes: 100, totalBytes: 100 })).toBe(99)
  expect(percentSent({ sentBytes: 0, totalBytes: 0 })).toBe(0)
})
