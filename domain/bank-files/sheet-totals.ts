// The counts and sums that a result sheet prints of itself, held against its lines (ADR 108).

import { parseYuan } from '../money/fen.ts'
import type { AmountUnit, ResultStatus } from './result-mapping.ts'

type Line = {
  readonly status: ResultStatus
  readonly said?: ResultStatus
  readonly amountFen: bigint | undefined
}

export type PrintedTotals = {
  readonly count?: number | undefined
  readonly sumFen?: bigint | undefined
  readonly succeeded?: number | undefined
  readonly rejected?: number | undefined
  readonly succeededFen?: bigint | undefined
  readonly rejectedFen?: bigint | undefined
}

const COUNT = '(?:总|合计)?(?:笔数|条数|件数)'
const NUMBER = '[\\s:：,，]*(\\d{1,7})(?![\\d.])'
const counted = (word: string) =>
  new RegExp(`${word}${COUNT}${NUMBER}|${word}[\\s:：,，]*(\\d{1,7})\\s*[笔条件]`)
const SUCCEEDED = counted('成功')
const REJECTED = counted('失败')
const ALL =
  /(?:总|合计|共计?)(?:笔数|条数|件数)[\s:：,，]*(\d{1,7})(?![\d.])|[共总]计?[\s:：,，]*(\d{1,7})\s*[笔条件]/
const SUM =
  /(?:总金额|合计金额|金额合计|总计金额)(?:[（(]元[）)])?[\s:：,，¥￥]*([\d,]+(?:\.\d{1,2})?)(?![\d.])/

const summed = (word: string) =>
  new RegExp(`${word}(?:总|合计)?金额(?:[（(]元[）)])?[\\s:：,，¥￥]*(\\d[\\d,]*(?:\\.\\d{1,2})?)(?![\\d.])`)
const SUCCEEDED_SUM = summed('成功')
const REJECTED_SUM = summed('失败')

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const [, first, second] = pattern.exec(text) ?? []
  const found = first ?? second
  return found === undefined ? undefined : Number(found)
}

/** In the words above the table; fen where payments are, unless a point says yuan. */
export function totalsIn(lines: readonly string[], unit: AmountUnit = 'yuan'): PrintedTotals {
  const text = lines.join('\n')
  const fenIn = (pattern: RegExp) => {
    const sum = pattern.exec(text)?.[1]
    return sum === undefined ? undefined : sumIn(sum.replaceAll(',', ''), unit)
  }
  return {
    count: numberIn(text, ALL),
    sumFen: fenIn(SUM),
    succeededFen: fenIn(SUCCEEDED_SUM),
    rejectedFen: fenIn(REJECTED_SUM),
    succeeded: numberIn(text, SUCCEEDED),
    rejected: numberIn(text, REJECTED),
  }
}

const sumIn = (digits: string, unit: AmountUnit): bigint | undefined =>
  unit === 'fen' && /^\d+$/.test(digits) ? BigInt(digits) : parseYuan(digits)

/** A row of sums counts the lines above it: 3笔, 笔数:3, or the bare number. */
export function countInRow(cells: readonly string[], amountAt: number): number | undefined {
  const found = cells.flatMap((cell, index) => {
    const [, number] =
      /^(?:合计|总计|小计|共计?|总)?(?:笔数)?[\s:：]*(\d{1,7})\s*[笔条件]?$/.exec(cell.trim()) ?? []
    return number === undefined || index === amountAt ? [] : [Number(number)]
  })
  return found[0]
}

/** Where a sheet lists some of its payments only, those of a kind are all there or not at all. */
export function agreesWith(
  { count, sumFen, succeeded, rejected, succeededFen, rejectedFen }: PrintedTotals,
  rows: readonly Line[],
  file: { readonly count: number; readonly sumFen: bigint },
): boolean {
  const of = (status: string) => rows.filter((row) => (row.said ?? row.status) === status)
  const listed = (status: string) => of(status).length
  const sumOf = (some: readonly Line[]) =>
    some.reduce((total, { amountFen }) => total + (amountFen ?? 0n), 0n)
  const sum = sumOf(rows)
  const isPartial = count !== undefined && count > rows.length
  const fits = (printed: number | undefined, found: number) =>
    printed === undefined || printed === found || (isPartial && found === 0)
  const fitsSum = (printed: bigint | undefined, found: bigint) =>
    printed === undefined || printed === found || (isPartial && found === 0n)
  return (
    (count === undefined || count === rows.length || count === file.count) &&
    (sumFen === undefined || sumFen === sum || sumFen === file.sumFen) &&
    fits(succeeded, listed('succeeded')) &&
    fits(rejected, listed('rejected')) &&
    fitsSum(succeededFen, sumOf(of('succeeded'))) &&
    fitsSum(rejectedFen, sumOf(of('rejected')))
  )
}
