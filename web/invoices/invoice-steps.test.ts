// The timeline of an application in each of its states.

import type { ApplicationEvent } from '@paywages/domain/invoices/application-status.ts'
import type { ApplicationHistoryEvent } from '@paywages/wire/invoices/shapes.ts'
import { describe, expect, it } from 'vitest'
import { invoiceSteps } from './invoice-steps.ts'

const at = new Date('2026-11-10T07:20:00Z')

function event(kind: ApplicationEvent, more: Partial<ApplicationHistoryEvent> = {}): ApplicationHistoryEvent {
  return { kind, at, account: 'pay2', byName: '', reason: '', changes: [], ...more }
}

const applied = event('applied')
const agreed = event('agreed', { account: 'manager1', byName: '王管理' })

describe('timeline of an invoice application', () => {
  it('shows a pending application waiting for the audit, then for the invoice', () => {
    const steps = invoiceSteps({ status: 'pending', trackingNo: '', history: [applied] }, false)
    expect(steps).toEqual([
      { key: 'applied-0', state: 'done', title: '提交申请', note: 'pay2 · 2026-11-10 15:20', lines: [] },
      { key: 'audit', state: 'now', title: '审核', note: '等待管理员审核', lines: [] },
      { key: 'invoice', state: 'next', title: '开票', lines: [] },
    ])
  })

  it('marks the step that the user has to do', () => {
    const [, audit] = invoiceSteps({ status: 'pending', trackingNo: '', history: [applied] }, true)
    expect(audit?.lines).toEqual(['由您处理'])
  })

  it('shows an agreed application waiting for the invoice', () => {
    const steps = invoiceSteps({ status: 'invoicing', trackingNo: '', history: [applied, agreed] }, false)
    expect(steps.map(({ state, title }) => [state, title])).toEqual([
      ['done', '提交申请'],
      ['done', '审核同意'],
      ['now', '开票'],
    ])
    expect(steps[1]?.note).toBe('王管理 · 2026-11-10 15:20')
  })

  it.each([
    ['SF1000000268391', '已开票并寄出'],
    ['电子发票', '已开票'],
    ['自取', '已开票'],
  ])('shows the invoiced step for tracking number %s', (trackingNo, title) => {
    const history = [applied, agreed, event('invoiced')]
    const steps = invoiceSteps({ status: 'invoiced', trackingNo, history }, false)
    expect(steps.at(-1)).toMatchObject({ state: 'done', title })
    expect(steps).toHaveLength(3)
  })

  it('ends with the refusal and its reason', () => {
    const history = [applied, event('refused', { reason: '抬头有误' })]
    const steps = invoiceSteps({ status: 'rejected', trackingNo: '', history }, false)
    expect(steps.at(-1)).toMatchObject({ state: 'stopped', title: '审核拒绝', lines: ['抬头有误'] })
    expect(steps).toHaveLength(2)
  })

  it('ends with the withdrawal, mentioned once', () => {
    const history = [applied, event('withdrawn', { reason: '申请人撤回' })]
    const steps = invoiceSteps({ status: 'rejected', trackingNo: '', history }, false)
    expect(steps.at(-1)).toMatchObject({ state: 'stopped', title: '申请人撤回', lines: [] })
  })

  it('shows every correction with its reason and changes', () => {
    const changes = [
      { field: '物流单号', before: 'SF1', after: 'SF2' },
      { field: '备注', before: '', after: '补寄' },
    ]
    const history = [applied, agreed, event('invoiced'), event('corrected', { reason: '单号填错', changes })]
    const steps = invoiceSteps({ status: 'invoiced', trackingNo: '电子发票', history }, false)
    expect(steps.at(-1)).toMatchObject({
      state: 'done',
      title: '更正开票信息',
      lines: ['单号填错', '物流单号：SF1 → SF2', '备注：（空） → 补寄'],
    })
  })
})
