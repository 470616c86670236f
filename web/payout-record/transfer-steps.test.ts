// Every event, state, alarm and posting that the wire may carry has words; and histories read as they happened.

import { PHASES, type Phase } from '@paywages/domain/ledger/postings.ts'
import { ROW_STATUSES } from '@paywages/domain/payouts/row-status.ts'
import { TRANSFER_STATES, type TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { detailRowShape } from '@paywages/wire/payouts/shapes.ts'
import { type TransferHistory, transferHistoryShape } from '@paywages/wire/transfers/shapes.ts'
import { expect, test } from 'vitest'
import { rowStatusLabels, stageLabels } from '../records/labels.ts'
import { accountLabels, eventLabels, outcomeLabels, phaseLabels, stateLabels, waitLabels } from './labels.ts'
import { moneyTrail, transferSteps, waitsForConfirmation } from './transfer-steps.ts'

const at = new Date('2026-11-13T01:31:08Z')

type Event = TransferHistory['events'][number]

const event = (kind: Event['kind'], from: TransferState, to: TransferState, more: Partial<Event> = {}) => ({
  ...{ kind, from, to, attempt: 1, detail: '', alarm: null, realName: null, at },
  ...more,
})

const history = (more: Partial<TransferHistory>): TransferHistory => ({
  rowId: 7,
  name: '朱雅婷',
  bank: '中国建设银行',
  cardNo: '622202******8480',
  reference: 'PW202611130002-00000007',
  state: 'succeeded',
  amountFen: 680_000n,
  taxFen: 20_400n,
  vatFen: 0n,
  feeFen: 44_200n,
  serial: '',
  reason: '',
  startedAt: at,
  starterName: '钱付',
  bankFile: null,
  events: [],
  postings: [],
  ...more,
})

const reported = (given: TransferHistory) =>
  transferSteps(given).map(({ state, title }) => `${state} ${title}`)

test('has labels for every event, stage, state and posting of the wire', () => {
  const { kind } = transferHistoryShape.fields.events.value.element.fields
  expect(Object.keys(eventLabels).sort()).toEqual([...kind.value.options[0].options].sort())
  expect(Object.keys(stageLabels).sort()).toEqual([...detailRowShape.fields.stage.value.options].sort())
  expect(Object.keys(stateLabels).sort()).toEqual([...TRANSFER_STATES].sort())
  expect(Object.keys(outcomeLabels).sort()).toEqual([...TRANSFER_STATES].sort())
  expect(Object.keys(rowStatusLabels).sort()).toEqual([...ROW_STATUSES].sort())
  expect(Object.keys(phaseLabels).sort()).toEqual(Object.keys(PHASES).sort())
  for (const { source, destination } of Object.values(PHASES)) {
    expect(accountLabels[source]).toBeTruthy()
    expect(accountLabels[destination]).toBeTruthy()
  }
  expect(Object.keys(waitLabels)).toEqual(['reserved', 'sending', 'in-doubt', 'manual'])
})

test('shows the steps of a successful transfer', () => {
  const events = [
    event('sent', 'reserved', 'sending'),
    event('answered', 'sending', 'succeeded', { detail: '交易成功 SN1' }),
  ]
  const steps = transferSteps(history({ events }))
  expect(steps.map(({ state, title }) => `${state} ${title}`)).toEqual([
    'done 开始转账',
    'done 发往银行',
    'done 银行答复：成功',
  ])
  expect(steps[0]?.note).toBe('钱付 · 11-13 09:31:08')
  expect(steps[2]?.said).toBe('交易成功 · 流水号 SN1')
})

test.each([
  ['成功 1957', '流水号 1957'],
  ['成功', ''],
  ['账户不存在', '账户不存在'],
  ['', ''],
])('shows bank message %j without repeating the title', (detail, said) => {
  const events = [event('notified', 'sending', 'succeeded', { detail })]
  expect(transferSteps(history({ events })).at(-1)?.said).toBe(said)
})

test('says of a payout that was paid that its return is registered, and until when it waits', () => {
  const events = [
    event('answered', 'sending', 'succeeded'),
    event('proposed', 'succeeded', 'succeeded', { detail: '收款行退回', realName: '管一' }),
  ]
  const refused = [...events, event('proposal-refused', 'succeeded', 'succeeded')]
  const confirmed = [...events, event('resolved', 'succeeded', 'returned')]
  expect(transferSteps(history({ events })).at(-1)).toMatchObject({
    title: '登记退票，等待另一账号确认',
    said: '收款行退回',
  })
  expect(transferSteps(history({ events: confirmed })).at(-1)).toMatchObject({
    state: 'stopped',
    title: '处理意见已确认：退票',
  })
  expect([events, refused, confirmed].map((shown) => waitsForConfirmation({ events: shown }))).toEqual([
    true,
    false,
    false,
  ])
})

test('shows missing answers, resends and manual handling with codes in words', () => {
  const events = [
    event('sent', 'reserved', 'sending'),
    event('no-answer', 'sending', 'in-doubt', { detail: 'timeout' }),
    event('sent', 'in-doubt', 'sending', { attempt: 2 }),
    event('no-answer', 'sending', 'in-doubt', { detail: 'http-500', attempt: 2 }),
    event('gave-up', 'in-doubt', 'manual', { detail: 'not-found' }),
    event('proposed', 'manual', 'manual', { detail: '已电话核实', realName: '管一' }),
    event('proposal-refused', 'manual', 'manual', { realName: '核一' }),
  ]
  const steps = transferSteps(history({ state: 'manual', events }))
  expect(steps.map(({ state, title }) => `${state} ${title}`)).toEqual([
    'done 开始转账',
    'done 发往银行',
    'warned 银行没有答复',
    'done 第 2 次发往银行',
    'warned 银行返回错误（500）',
    'warned 转人工核实',
    'done 提交处理意见',
    'warned 处理意见被拒绝',
    'now 等待人工处理，系统仍会继续查询',
  ])
  expect(
    steps
      .map(({ said }) => said)
      .filter(Boolean)
      .slice(1),
  ).toEqual(['等待超时', '是否已执行尚不明确，系统会向银行查询', '银行查无此笔', '已电话核实'])
})

test('ends with a failure or a return, and shows any alarm', () => {
  expect(reported(history({ state: 'failed', events: [event('asked', 'in-doubt', 'failed')] })).at(-1)).toBe(
    'stopped 向银行查询：失败',
  )
  expect(
    reported(history({ state: 'returned', events: [event('notified', 'succeeded', 'returned')] })).at(-1),
  ).toBe('stopped 银行通知：退票')
  const alarmed = (alarm: string) =>
    transferSteps(history({ events: [event('listed', 'succeeded', 'succeeded', { alarm })] })).at(-1)
  expect(alarmed('contradiction')).toMatchObject({
    state: 'warned',
    title: '银行对账',
    alarm: { tone: 'bad' },
  })
  expect(alarmed('something-new')?.alarm?.words).toBe('需要核对，请联系管理员')
})

test('shows why a row never became a transfer, without postings', () => {
  const refused = history({ state: null, reference: '', reason: '该人员为限制转账人员' })
  expect(transferSteps(refused).at(-1)).toMatchObject({
    state: 'stopped',
    title: '没有发送',
    said: '该人员为限制转账人员',
  })
  expect(reported(history({ state: null, reference: '' }))).toEqual(['stopped 审核时取消，没有转账'])
  expect(moneyTrail(refused)).toEqual([])
})

test('starts the money trail with the hold of the batch', () => {
  const posting = (phase: Phase, amountFen: bigint) => ({ phase, amountFen, at })
  const trail = moneyTrail(
    history({
      postings: [
        posting('settle-net', 659_600n),
        posting('settle-fee', 44_200n),
        posting('settle-tax', 20_400n),
      ],
    }),
  )
  expect(trail.map(({ what, moved, amountFen }) => `${what} ${moved} ${amountFen}`)).toEqual([
    '冻结应发金额 可用余额 → 冻结款 680000',
    '冻结服务费 可用余额 → 冻结款 44200',
    '付出实发金额 冻结款 → 银行 659600',
    '结算服务费 冻结款 → 服务费 44200',
    '代扣个税 冻结款 → 待缴个税 20400',
  ])
})

test('shows words of a later release as they are', () => {
  const kind = 'weighed' as Event['kind']
  const to = 'parked' as Event['to']
  const event: Event = { kind, from: 'sending', to, attempt: 1, detail: '', alarm: null, realName: null, at }
  expect(reported(history({ events: [event] })).at(-1)).toContain('weighed')
  const phase = 'settle-stamp' as TransferHistory['postings'][number]['phase']
  const trail = moneyTrail(history({ postings: [{ phase, amountFen: 1n, at }] }))
  expect(trail.at(-1)).toMatchObject({ what: 'settle-stamp', moved: '' })
})

test('tells when a person assigned a line of a result, before what came of it', () => {
  const minute = (number: number) => new Date(at.getTime() + number * 60_000)
  const events = [
    event('handed-over', 'reserved', 'sending', { at: minute(1) }),
    event('listed', 'sending', 'failed', { at: minute(5) }),
    event('proposed', 'failed', 'failed', { at: minute(9) }),
  ]
  const line = (number: number, minutes: number) => ({
    result: 'result.csv',
    line: number,
    assigner: '钱付',
    assignedAt: minute(minutes),
    confirmer: '管一',
  })
  const bankFile = {
    name: 'file.csv',
    position: 1,
    bankBatchNo: '',
    listedIn: 'statement.pdf',
    contradictions: [],
    assignedLines: [line(3, 10), line(2, 9), line(1, 4)],
  }
  const said = (given: TransferHistory) => transferSteps(given).map((step) => step.said || step.title)
  expect(said(history({ state: 'failed', events, bankFile })).slice(1)).toEqual([
    expect.any(String),
    'result.csv 第 1 行，管一 复核',
    expect.stringContaining('失败'),
    'result.csv 第 2 行，管一 复核',
    expect.any(String),
    'result.csv 第 3 行，管一 复核',
    'statement.pdf',
  ])
})
