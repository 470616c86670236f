// A calculation as text: every figure, every step, every month.

import { expect, it } from 'vitest'
import { calculatorText } from './calculator-text.ts'

const result = {
  grossFen: 1_000_000n,
  taxFen: 9_000n,
  netFen: 991_000n,
  feeFen: 65_000n,
  totalFen: 1_065_000n,
  serviceRate: 65_000,
  day: '2026-03-16',
  exact: true,
  trace: [{ label: '计算方式', value: '累计预扣法' }],
  vat: null,
  history: [],
}

it('renders figures, steps and months of the tax calculator as text', () => {
  const terms = { exemptFen: 0n, otherDeductionFen: 1_500_00n, reliefFen: 0n }
  const history = [{ month: '2026-02', incomeFen: 123_456_789_00n, withheldFen: 100n, ...terms }]
  expect(calculatorText({ ...result, history })).toBe(
    [
      '税费试算（2026-03-16）',
      '税前金额：10,000.00 元',
      '个人所得税：90.00 元',
      '实发金额：9,910.00 元',
      '服务费（6.5%）：650.00 元',
      '总成本：10,650.00 元',
      '',
      '计算过程',
      '计算方式：累计预扣法',
      '',
      '计入的历史',
      '2026-02：收入 123,456,789.00 元，已扣税额 1.00 元，其他扣除 1,500.00 元',
    ].join('\n'),
  )
})

const vat = {
  monthFen: 10_000_001n,
  thresholdFen: 10_000_000n,
  vatFen: 99_010n,
  surchargesFen: 5_940n,
  totalFen: 104_950n,
  bearer: 'report' as const,
  withheldFen: 0n,
  wholePlatform: true,
  trace: [{ label: '税费合计', value: '1,049.50 元' }],
  withheldTrace: [],
}

it('renders the VAT of a month above the threshold after the steps', () => {
  expect(calculatorText({ ...result, vat })).toContain(
    '\n\n增值税测算\n税费合计：1,049.50 元\n以上为测算，须经税务顾问确认；系统不从本笔中扣除。\n\n',
  )
})

it('renders what the person bears of it, and what arrives after it', () => {
  const withheldTrace = [{ label: '本笔代扣', value: '430.30 元' }]
  const borne = { ...vat, bearer: 'person' as const, withheldFen: 430_30n, withheldTrace }
  const text = calculatorText({ ...result, vat: borne })
  expect(text).toContain('\n实发金额：9,910.00 元\n代扣增值税及附加：430.30 元\n扣除后实发：9,479.70 元\n')
  expect(text).toContain('\n税费合计：1,049.50 元\n\n本笔代扣的增值税及附加\n本笔代扣：430.30 元\n以上为测算')
})

it('states that no history months were included', () =>
  expect(calculatorText(result)).toMatch(/\n未计入历史发放$/))
