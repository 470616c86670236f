// The totals that a statement prints of itself, held against its lines: what was not read shows there.

import type { Fen } from '../money/fen.ts'
import type { TotalRow } from './printed-row.ts'
import type { ReadLine } from './statement-lines.ts'
import { parseAmount } from './statement-text.ts'

export const TOTAL_KINDS = ['out-count', 'out-sum', 'in-count', 'in-sum', 'count', 'sum', 'closing'] as const
export type TotalKind = (typeof TOTAL_KINDS)[number]

/** Counts as they are, sums in fen. */
export type CheckedTotal = { readonly kind: TotalKind; readonly printed: bigint; readonly read: bigint }

type Found = { readonly kind: TotalKind | 'opening'; readonly value: bigint }

/** What a whole year came to is no sum of these lines. */
const NOT_OF_YEAR = '(?<!年|年度|年初至今|年累计)'
const OUT = `${NOT_OF_YEAR}(?:借方|支出|付款|转出|付方|借记)`
const IN = `${NOT_OF_YEAR}(?:贷方|收入|收款|转入|收方|贷记)`
const SUM =
  '(?:发生额|交易|金额)?(?:合计|总计|总额|总金额|累计|合计金额|累计金额|合计发生额|发生总额)(?:发生额|金额)?'
const COUNT = '(?:合计|总|累计|交易)?(?:笔数|条数)(?:合计)?'
const MONEY = '(?:\\((?:元|人民币)\\)|人民币|CNY|RMB|¥)?[ :：]*(?:CNY|RMB|¥)?[ ]*(-?[\\d,]+\\.\\d{1,2})'
const NUMBER = '[ :：]*([\\d,]{1,9})(?![\\d.,])'

const PATTERNS: readonly (readonly [Found['kind'], RegExp])[] = [
  ['out-count', new RegExp(`${OUT}${COUNT}${NUMBER}`, 'g')],
  ['in-count', new RegExp(`${IN}${COUNT}${NUMBER}`, 'g')],
  ['out-sum', new RegExp(`${OUT}${SUM}${MONEY}`, 'g')],
  ['in-sum', new RegExp(`${IN}${SUM}${MONEY}`, 'g')],
  ['out-sum', new RegExp(`${NOT_OF_YEAR}总(?:支出|付款|转出)(?:金额)?${MONEY}`, 'g')],
  ['in-sum', new RegExp(`${NOT_OF_YEAR}总(?:收入|收款|转入)(?:金额)?${MONEY}`, 'g')],
  ['count', new RegExp(`(?<!${OUT}|${IN})(?:总笔数|合计笔数|笔数合计|总条数)${NUMBER}`, 'g')],
  ['count', /共[ :：]*(\d{1,7})[ ]*(?:笔|条)/g],
  ['sum', new RegExp(`(?<!${OUT}|${IN})(?:总金额|合计金额|金额合计|总计金额)${MONEY}`, 'g')],
  ['opening', new RegExp(`(?:期初|上期|上月|承前)余额${MONEY}`, 'g')],
  ['closing', new RegExp(`(?:期末|本期期末)余额${MONEY}`, 'g')],
]

/** Only what is printed once, or always alike: subtotals of pages say something else each time. */
export function checkTotals(
  texts: readonly string[],
  totalRows: readonly TotalRow[],
  lines: readonly ReadLine[],
): CheckedTotal[] {
  const found = [...texts.flatMap(inText), ...totalRows.flatMap(inRow)]
  const values = new Map<Found['kind'], Set<bigint>>()
  for (const { kind, value } of found) values.set(kind, (values.get(kind) ?? new Set()).add(value))
  const printed = (kind: Found['kind']): bigint | undefined => {
    const all = [...(values.get(kind) ?? [])]
    return all.length === 1 ? all[0] : undefined
  }
  const read = sumsOf(lines)
  const opening = printed('opening')
  return TOTAL_KINDS.flatMap((kind): CheckedTotal[] => {
    const value = printed(kind)
    if (value === undefined) return []
    if (kind !== 'closing') return [{ kind, printed: value, read: read[kind] }]
    if (opening === undefined || lines.some(({ unclear }) => unclear)) return []
    return [{ kind, printed: value, read: opening + read['in-sum'] - read['out-sum'] }]
  })
}

export function agrees({ printed, read }: CheckedTotal): boolean {
  return printed === read
}

function inText(text: string): Found[] {
  return PATTERNS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].flatMap(([, written = '']) => amountsOf(kind, written)),
  )
}

function amountsOf(kind: Found['kind'], written: string): Found[] {
  if (kind.endsWith('count')) return [{ kind, value: BigInt(written.replaceAll(',', '')) }]
  const amount = parseAmount(written)
  return amount ? [{ kind, value: amount.sign === '-' ? -amount.fen : amount.fen }] : []
}

const IN_COLUMNS: Readonly<Partial<Record<string, TotalKind>>> = {
  out: 'out-sum',
  in: 'in-sum',
  amount: 'sum',
  count: 'count',
}

function inRow({ cells }: TotalRow): Found[] {
  // A page's own sum, and balances carried from page to page, are of some lines only.
  if (cells.some(({ text }) => /小计|本页|承前|过次|转下|接上|余额|本日|当日|[年月季]度?累计/.test(text)))
    return []
  // Words with their figures beside them stand under no column.
  if (cells.filter(({ text }) => /合计|总|笔数/.test(text)).length > 1) return []
  return cells.flatMap(({ kind, text }) => {
    const total = IN_COLUMNS[kind]
    const amount = parseAmount(text)
    if (total === undefined || amount === undefined) return []
    return [{ kind: total, value: total === 'count' ? amount.fen / 100n : amount.fen }]
  })
}

function sumsOf(lines: readonly ReadLine[]): Record<Exclude<TotalKind, 'closing'>, bigint> {
  const sum = (some: readonly ReadLine[]): Fen => some.reduce((all, { amountFen }) => all + amountFen, 0n)
  const [out, back] = [
    lines.filter(({ kind }) => kind === 'debit'),
    lines.filter(({ kind }) => kind === 'return'),
  ]
  return {
    'out-count': BigInt(out.length),
    'out-sum': sum(out),
    'in-count': BigInt(back.length),
    'in-sum': sum(back),
    count: BigInt(lines.length),
    sum: sum(lines),
  }
}
