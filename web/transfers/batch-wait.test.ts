// A batch that waits for people says so, and where they can act.

import { expect, it } from 'vitest'
import { waitOf } from './batch-wait.ts'

const moving = { waitingCount: 5, atBankCount: 2, manualCount: 0, paused: false, halted: false }
const sent = { ...moving, waitingCount: 0 }

it('says nothing while transfers are being sent, or when all have ended', () => {
  expect(waitOf(moving)).toBeUndefined()
  expect(waitOf({ ...sent, atBankCount: 0 })).toBeUndefined()
})

it('waits for the bank once everything is sent', () => {
  expect(waitOf(sent)).toEqual({ words: '等待银行回执' })
})

it.each([
  [{ ...sent, manualCount: 2 }, '等待人工处理 2 笔', '/pendingtransfers'],
  [{ ...sent, manualCount: 1 }, '等待银行回执，其中 1 笔等待人工处理', '/pendingtransfers'],
  [{ ...moving, halted: true }, '转账暂停发送，等待核实银行扣款', '/unknowndebits'],
])('waits for people: %j', (progress, words, to) => {
  expect(waitOf(progress)).toMatchObject({ words, link: { to } })
})

it('tells of a batch that is not what was approved', () => {
  expect(waitOf({ ...moving, paused: true, halted: true })?.words).toBe(
    '已暂停：收款信息与审批时不一致，请联系系统管理员核查',
  )
})
