// What waits for others in a line, with one, several or no people to do it.

import type { Waiting } from '@paywages/wire/workbench/shapes.ts'
import { expect, it } from 'vitest'
import { waitingTitle, waitingWords } from './waiting-words.ts'

const now = new Date('2026-11-13T09:30:00+08:00')
const waiting = (more: Partial<Waiting>): Waiting => ({
  kind: 'review-batch',
  providerName: '',
  holders: ['吴敏'],
  count: 1,
  amountFen: 9_820_000n,
  since: new Date('2026-11-13T07:20:00+08:00'),
  ...more,
})

it.each([
  [{}, '吴敏 复核 1 个批次 ¥98,200.00，已等 2 小时 10 分'],
  [{ holders: ['吴敏', '郑可'], count: 2 }, '复核岗 复核 2 个批次 ¥98,200.00，已等 2 小时 10 分'],
  [{ holders: [] }, '1 个批次 ¥98,200.00 待复核，但没有可用的复核岗账号，已等 2 小时 10 分'],
  [
    { kind: 'start-batch', providerName: '云帆信息' },
    '云帆信息 · 吴敏 开始转账 1 个批次 ¥98,200.00，已等 2 小时 10 分',
  ],
  [{ kind: 'audit-recharge', holders: [] }, '复核岗 审核 1 笔充值 ¥98,200.00，已等 2 小时 10 分'],
  [
    { kind: 'scheduled-start', holders: [], since: new Date('2026-11-20T09:00:00+08:00') },
    '已预约 1 个批次 ¥98,200.00，11-20 09:00 自动转账',
  ],
  [
    { kind: 'scheduled-start', count: 2, since: new Date('2026-11-13T18:00:00+08:00') },
    '已预约 2 个批次 ¥98,200.00，最早 今天 18:00 自动转账',
  ],
] as const)('describes what waits for others: %j', (more, words) => {
  expect(waitingWords(waiting(more as Partial<Waiting>), now)).toBe(words)
})

it.each([
  ['a day to the moment', ['2026-11-12T09:30:00+08:00'], '超过 1 天未处理：'],
  ['a second less', ['2026-11-12T09:30:01+08:00'], '等待他人：'],
  ['one of two', ['2026-11-11T09:30:00+08:00', '2026-11-13T09:25:00+08:00'], '等待他人：'],
  ['two of two', ['2026-11-11T09:30:00+08:00', '2026-11-12T09:00:00+08:00'], '超过 1 天未处理：'],
])('says that lines hang only where all do: %s', (_, times, title) => {
  const lines = times.map((since) => waiting({ since: new Date(since) }))
  expect(waitingTitle(lines, now)).toBe(title)
})
