// A bank's result file by its own mapping: what a mapping must have, and what it makes of a sheet.

import { describe, expect, it } from 'vitest'
import { ResultRefused, readResultSheet } from './bank-results.ts'
import { judgeMapping, type ResultMapping, tidyMapping } from './result-mapping.ts'

const MAPPING: ResultMapping = {
  columns: {
    reference: '客户业务编号',
    amount: '清算金额',
    status: '返回码',
    reason: '返回信息',
    serial: '主机流水',
  },
  states: { succeeded: ['0000', '记账完成'], rejected: ['9999'], returned: ['8888'], processing: ['0001'] },
  reasons: [{ bank: 'E0042', ours: '账户不存在' }],
}
const over = (columns: ResultMapping['columns']): ResultMapping => ({ ...MAPPING, columns })
const states = (part: Partial<ResultMapping['states']>): ResultMapping => ({
  ...MAPPING,
  states: { ...MAPPING.states, ...part },
})
const long = '长'.repeat(61)

describe('a mapping', () => {
  it.each<[string, ResultMapping, string[]]>([
    ['is sound', MAPPING, []],
    ['needs states', over({ reference: '编号', amount: '金额' }), ['result-columns']],
    ['needs amounts', over({ reference: '编号', status: '状态' }), ['result-columns']],
    ['needs to name rows', over({ amount: '金额', status: '状态', cardNo: '账号' }), ['result-columns']],
    ['names them by card and name too', over({ amount: '额', status: '态', cardNo: '号', name: '名' }), []],
    ['has no heading twice', over({ ...MAPPING.columns, serial: '返回码' }), ['result-column-twice']],
    ['needs a word for paid', states({ succeeded: [] }), ['result-states']],
    ['needs a word for failed', states({ rejected: [] }), ['result-states']],
    ['has no word of two meanings', states({ returned: ['0000'] }), ['result-word-twice']],
    [
      'has no reason twice',
      { ...MAPPING, reasons: [...MAPPING.reasons, { bank: 'E0042', ours: '余额不足' }] },
      ['result-word-twice'],
    ],
    ['has no empty reason', { ...MAPPING, reasons: [{ bank: 'E1', ours: '' }] }, ['result-word']],
    ['has no endless word', states({ rejected: [long] }), ['result-word']],
    ['has words of sixty', states({ rejected: [long.slice(1)] }), []],
    [
      'has twenty words at most',
      states({ rejected: Array.from({ length: 21 }, (_, n) => `E${n}`) }),
      ['result-word'],
    ],
  ])('%s', (_, mapping, codes) => expect(judgeMapping(mapping).map(({ code }) => code)).toEqual(codes))

  it('is kept without blanks and without what nobody filled in', () => {
    const typed = { ...MAPPING, columns: { ...MAPPING.columns, name: ' ', amount: ' 清算金额 ' } }
    expect(tidyMapping({ ...typed, states: { ...MAPPING.states, rejected: [' 9999 ', ''] } })).toEqual(
      MAPPING,
    )
  })
})

const HEAD = ['客户业务编号', '清算金额', '返回码', '返回信息', '主机流水']
const sheet = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells, index) => ({ number: index + 1, cells }))
const read = (mappings: readonly ResultMapping[], ...rows: readonly (readonly string[])[]) =>
  readResultSheet({ lines: sheet(...rows) }, mappings).rows.map(({ status, reason, serial }) => [
    status,
    reason,
    serial,
  ])

describe('a result sheet by its mapping', () => {
  it('has its states and reasons in our words', () =>
    expect(
      read(
        [MAPPING],
        ['回盘'],
        HEAD,
        ['PW1', '1.00', '0000', '', 'S1'],
        ['PW2', '2.00', '9999', 'E0042', ''],
        ['PW3', '3.00', '9999', 'E7', ''],
        ['PW4', '4.00', '8888', '', ''],
        ['PW5', '5.00', '0001', '', ''],
        ['PW6', '6.00', '0002', '', ''],
      ),
    ).toEqual([
      ['succeeded', '', 'S1'],
      ['rejected', '账户不存在', ''],
      ['rejected', 'E7', ''],
      ['returned', '', ''],
      ['processing', '', ''],
      ['unknown', '', ''],
    ]))

  it('is not read by words that it does not list, though others would', () =>
    expect(read([MAPPING], HEAD, ['PW1', '1.00', '成功', '', ''])).toEqual([['unknown', '', '']]))

  it.each([
    [
      'lacks a heading',
      [
        ['客户业务编号', '清算金额', '返回码', '返回信息'],
        ['PW1', '1.00', '0000', ''],
      ],
    ],
    [
      'has one twice',
      [
        [...HEAD, '返回码'],
        ['PW1', '1.00', '0000', '', '', '9999'],
      ],
    ],
    [
      'has the usual headings alone',
      [
        ['业务参考号', '金额', '状态'],
        ['PW1', '1.00', '成功'],
      ],
    ],
  ])('is refused where it %s', (_, rows) =>
    expect(() => read([MAPPING], ...rows)).toThrow(new ResultRefused('result-headings')),
  )

  it('is read by the first mapping that fits, and by the usual headings where there is none', () => {
    const newer = over({ ...MAPPING.columns, status: '新返回码' })
    expect(read([newer, MAPPING], HEAD, ['PW1', '1.00', '0000', '', ''])).toEqual([['succeeded', '', '']])
    expect(read([], ['业务参考号', '金额', '状态'], ['PW1', '1.00', '成功'])).toEqual([['succeeded', '', '']])
  })
})
