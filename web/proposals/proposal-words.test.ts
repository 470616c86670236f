// Proposals in words: lines of before and after, the summary of a line, and the time left.

import { describe, expect, it } from 'vitest'
import { fits } from './proposal-groups.ts'
import { factLines, summaryOf, timeLeft } from './proposal-words.ts'

const fact = (field: string, before: string, after: string) => ({ field, before, after })

describe('factLines', () => {
  it('puts what changes first, in words, and leaves out what has none', () => {
    const facts = [
      fact('serviceRate', '6.5%', '6.5%'),
      fact('unsignedBlocks', 'false', 'true'),
      fact('platformId', '1', '1'),
    ]
    expect(
      factLines(facts).map(({ label, before, after, changed }) => [label, before, after, changed]),
    ).toEqual([
      ['未签约不得发放', '否', '是', true],
      ['服务费率', '6.5%', '6.5%', false],
    ])
  })
})

it('groups the figures of a limit', () => {
  const [line] = factLines([fact('monthlyLimit', '92000.00', '1098000.00')])
  expect([line?.before, line?.after]).toEqual(['92,000.00', '1,098,000.00'])
})

describe('summaryOf', () => {
  it.each([
    ['change-terms', [fact('serviceRate', '6.5%', '5.8%')], '服务费率 6.5% → 5.8%'],
    [
      'add-account',
      [fact('account', '', 'pay4'), fact('payRight', '', 'true'), fact('manager', '', 'false')],
      '转账权限',
    ],
    ['reset-password', [fact('password', '', 'new')], '登录密码 新的初始密码，首次登录须修改'],
  ] as const)('of %s', (kind, facts, words) => expect(summaryOf({ kind, facts: [...facts] })).toBe(words))
})

describe('timeLeft', () => {
  const now = new Date('2026-11-17T00:00:00Z')
  it.each([
    ['2026-11-17T06:08:30Z', '6 小时 8 分'],
    ['2026-11-19T00:00:00Z', '2 天 0 小时'],
    ['2026-11-16T00:00:00Z', '0 小时 0 分'],
  ])('until %s is %s', (until, words) => expect(timeLeft(new Date(until), now)).toBe(words))
})

describe('fits', () => {
  const row = {
    kind: 'change-terms',
    objectName: '云帆信息',
    providerName: '云帆信息',
    proposerName: '赵明远',
    proposalNo: 'BG202611150003',
  } as Parameters<typeof fits>[1]
  it.each([
    [undefined, '', true],
    ['change-terms', '', true],
    ['add-account', '', false],
    [undefined, ' 云帆 ', true],
    [undefined, 'bg2026', true],
    [undefined, '赵明', true],
    ['change-terms', '星河', false],
  ] as const)('kind %s and words %j: %s', (kind, words, expected) =>
    expect(fits({ kind, words }, row)).toBe(expected),
  )
})
