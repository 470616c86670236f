// What is told of a tax can be worked out by hand: every figure of the reasoning comes to the one at its end, to the fen.

import { historyOf } from '@paywages/domain/tax/counted-history.ts'
import { GAP_RULES } from '@paywages/domain/tax/gap-rule.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { TAX_TABLES } from '@paywages/domain/tax/tables.ts'
import { vatOfMonth } from '@paywages/domain/tax/vat.ts'
import { vatRulesOf } from '@paywages/domain/tax/vat-table.ts'
import { VAT_TABLES } from '@paywages/domain/tax/vat-tables.ts'
import { vatTrace } from '@paywages/domain/tax/vat-withholding.ts'
import { withhold } from '@paywages/domain/tax/withhold.ts'
import { describe, expect, it } from 'vitest'
import { type TraceLine, traceLines } from './messages.ts'
import { vatLines, vatWithheldLines } from './vat-lines.ts'

/** A figure as a fraction, so that half a fen is exactly that. */
type Fraction = readonly [top: bigint, bottom: bigint]

const NUMBER = /^-?[\d,]+(?:\.(\d+))?/

function numberIn(text: string): Fraction {
  const [found, decimals = ''] = NUMBER.exec(text) ?? []
  if (found === undefined) throw new Error(`no figure: ${text}`)
  const bottom = 10n ** BigInt(decimals.length)
  return [BigInt(found.replaceAll(/[,.]/g, '')), text[found.length] === '%' ? bottom * 100n : bottom]
}

const OPERATIONS: Readonly<Record<string, (one: Fraction, other: Fraction) => Fraction>> = {
  '+': ([a, b], [c, d]) => [a * d + c * b, b * d],
  '−': ([a, b], [c, d]) => [a * d - c * b, b * d],
  '×': ([a, b], [c, d]) => [a * c, b * d],
  '÷': ([a, b], [c, d]) => [a * d, b * c],
}

/** As on a calculator that knows brackets: products first. Words between the figures are for the reader. */
function worthOf(formula: string): Fraction {
  const bracket = /\(([^()]+)\)/.exec(formula)
  if (bracket) {
    const [top, bottom] = worthOf(bracket[1] ?? '')
    // Only 1 + a rate stands in brackets, which is a hundredth.
    return worthOf(formula.replace(bracket[0], `${(top * 100n) / bottom}%`))
  }
  for (const signs of [
    ['+', '−'],
    ['×', '÷'],
  ])
    for (const sign of signs.toReversed()) {
      const at = formula.lastIndexOf(` ${sign} `)
      const isFirst = signs.every((other) => formula.lastIndexOf(` ${other} `) <= at)
      if (at >= 0 && isFirst)
        return (OPERATIONS[sign] as (typeof OPERATIONS)[string])(
          worthOf(formula.slice(0, at)),
          worthOf(formula.slice(at + 3)),
        )
    }
  return numberIn(formula.replace(/^[^\d-]+/, ''))
}

const roundedFen = ([top, bottom]: Fraction) => (top <= 0n ? 0n : (200n * top + bottom) / (2n * bottom))

/** Every "… = x 元", in fen; costs alone have more decimals, and none is rounded. */
function expectWorkedOut(lines: readonly TraceLine[]): void {
  for (const { label, value } of lines) {
    const [formula = '', result] = value.split(' = ')
    // 收入 × 20 %: the income stands in the line above.
    if (result === undefined || /^(收入|定额)/.test(formula)) continue
    const [own, told] = [worthOf(formula), numberIn(result)]
    expect([label, value, roundedFen(own)]).toEqual([label, value, roundedFen(told)])
  }
}

const figureOf = (lines: readonly TraceLine[], ...labels: readonly string[]): bigint => {
  const found = lines.find(({ label }) => labels.includes(label))
  const last = found?.value.split(' = ').at(-1)
  const [top, bottom] = last === undefined ? [0n, 1n] : numberIn(last)
  // In ten-thousandths of a fen, as costs have up to six decimals.
  return (top * 1_000_000n) / bottom
}

const above = (fen: bigint) => (fen > 0n ? fen : 0n)

function expectToldWhole(lines: readonly TraceLine[], month: string): void {
  expectWorkedOut(lines)
  const of = (...labels: readonly string[]) => figureOf(lines, ...labels)
  const taxable =
    of('累计收入', `${month} 收入合计`) -
    of('累计费用', '减除费用') -
    of('累计减除费用') -
    of('累计免税收入', '免税收入') -
    of('累计依法确定的其他扣除', '依法确定的其他扣除')
  expect(of('应纳税所得额')).toBe(above(taxable))
  const relieved = lines.some(({ label }) => label === '减免后应纳税额')
  const due = relieved ? of('减免后应纳税额') : of('应纳税额')
  const now = of('本笔预扣') - of('多扣结转以后抵减') + of('本笔不足、以后补扣')
  expect(now).toBe(due - of('已预扣'))
}

/** The same figures on every run. */
function figures(seed: number): (most: number) => bigint {
  let state = seed
  return (most) => {
    state = (state * 48_271) % 2_147_483_647
    return BigInt(state % most)
  }
}

describe.each(['cumulative', 'per-payment'] as const)('the reasoning of %s withholding', (method) => {
  it('comes to what is withheld', () => {
    const next = figures(16)
    for (let round = 0; round < 400; round += 1) {
      const last = Number(next(12)) + 1
      const parts: MonthSoFar[] = []
      for (let at = 1; at <= last; at += 1) {
        if (next(3) === 0n) continue
        const month = `2026-${String(at).padStart(2, '0')}`
        const incomeFen = next(20_000_000) + 1n
        parts.push({ month, incomeFen, withheldFen: next(1_000_000) })
        if (next(4) === 0n)
          parts.push({
            ...{ month, incomeFen: 0n, withheldFen: 0n },
            ...{ exemptFen: next(100_000), otherDeductionFen: next(100_000), reliefFen: next(50_000) },
          })
      }
      const month = `2026-${String(last).padStart(2, '0')}`
      const history = historyOf(
        method,
        'first-income',
        parts.map((part) => ({ ...part, withheldAs: part.incomeFen === 0n ? 'entered' : method })),
      )
      const gapRule = GAP_RULES[round % 3] ?? 'everything'
      const payment = { day: `${month}-15`, amountFen: next(round % 5 === 0 ? 2_000 : 99_999_999) + 1n }
      const settings = { gapRule, counting: 'first-income' } as const
      const { trace } = withhold({ method, settings, tables: TAX_TABLES, history, payment })
      expectToldWhole(traceLines(trace), month)
    }
  })
})

describe('the reasoning of VAT', () => {
  it.each([
    // The sales as printed, × 1 %, are half a fen more than the tax.
    ['2026-11', 101_000_50n, '101,000.50 ÷ (1 + 1%) × 1% = 1,000.00 元'],
    ['2026-11', 100_000_01n, '100,000.01 ÷ (1 + 1%) × 1% = 990.10 元'],
    ['2026-11', 999_999_999_99n, '999,999,999.99 ÷ (1 + 1%) × 1% = 9,900,990.10 元'],
    ['2028-01', 103_000_00n, '103,000.00 ÷ (1 + 3%) × 3% = 3,000.00 元'],
  ])('of %s and %d fen can be worked out', (month, grossFen, told) => {
    const vat = vatOfMonth(month, grossFen, VAT_TABLES)
    const lines = vat ? vatLines(vat) : []
    expect(lines.find(({ label }) => label === '增值税')?.value).toBe(told)
    expectWorkedOut(lines)
  })

  it('can be worked out whatever the fen are', () => {
    for (let fen = 0n; fen < 206n; fen += 1n)
      for (const month of ['2026-11', '2028-01']) {
        const vat = vatOfMonth(month, 100_000_01n + fen, VAT_TABLES)
        expectWorkedOut(vat ? vatLines(vat) : [])
      }
  })

  it.each([
    ['crosses', 60_000_00n, 0n, 61_000_00n, 0n],
    ['adds to what was withheld', 121_000_00n, 1_269_90n, 10_100_00n, 300_00n],
    ['is too small for it', 100_000_00n, 0n, 200_00n, 199_50n],
    ['follows one that came back', 40_000_00n, 1_269_90n, 61_000_00n, 0n],
  ])('of a row that %s comes to what is withheld', (_, ownPaidFen, ownWithheldFen, amountFen, taxFen) => {
    const rules = vatRulesOf('2026-11', VAT_TABLES)
    if (rules === undefined) throw new Error('no rules')
    const trace = vatTrace({ ownPaidFen, ownWithheldFen }, { amountFen, taxFen }, '2026-11', rules)
    const lines = vatWithheldLines(trace)
    expectWorkedOut(lines)
    const of = (label: string) => figureOf(lines, label)
    const parts = of('增值税') + of('城市维护建设税') + of('教育费附加') + of('地方教育附加')
    expect(parts).toBe(of('税费合计'))
    const now = of('本笔代扣') + of('本笔不足、以后补扣') - of('多扣、以后抵减')
    expect(now).toBe(parts - of('已代扣'))
    expect(of('本笔代扣')).toBe(trace.withheldFen * 10_000n)
  })
})
