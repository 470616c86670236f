// Puts the statements of the corpus together: payments of the samples in the columns of a bank, and the truth of each line.

import { formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { SAMPLE_PAYMENTS, type SamplePayment } from './statement-samples.ts'

/** Of each line the payment that it lists, by its place among the sample payments; `null` where nothing may be linked. */
export type Truth = readonly (number | 'batch' | null)[]

export type CorpusStatement = {
  readonly name: string
  readonly grid: readonly (readonly string[])[]
  readonly truth: Truth
}

export type Entry = {
  readonly payment: SamplePayment
  readonly way: 'out' | 'in'
  readonly index: number
  readonly balance: string
  readonly time: string
}
type Column = readonly [title: string, cell: (entry: Entry) => string]
export type Bank = {
  readonly name: string
  readonly above: readonly (readonly string[])[]
  readonly columns: readonly Column[]
  readonly foot?: (sums: {
    out: string
    in: string
    outCount: number
    inCount: number
  }) => readonly string[][]
}

export const DAY = '2026-03-16'
export const OWN = '33050161820000000123'
export const HOLDER = '星河科技有限公司'

export const plain = (entry: Entry) => formatYuan(entry.payment.netFen)
export const grouped = (entry: Entry) => formatYuanGrouped(entry.payment.netFen)
export const name = ({ payment }: Entry) => payment.name
export const card = ({ payment }: Entry) => payment.cardNo
export const serial = ({ payment, way }: Entry) => (way === 'in' ? `R${payment.serial}` : payment.serial)
export const remark = ({ payment, way }: Entry) => (way === 'in' ? '往来款' : (payment.remark ?? ''))
export const only =
  (way: Entry['way'], amount: (entry: Entry) => string, other = '') =>
  (entry: Entry) =>
    entry.way === way ? amount(entry) : other
export const masked = ({ payment: { cardNo } }: Entry) => `${cardNo.slice(0, 6)}******${cardNo.slice(-4)}`
export const maskedName = ({ payment: { name: full } }: Entry) => `${full.slice(0, 1)}*${full.slice(2)}`
export const either = (entry: Entry, out: string, back: string) => (entry.way === 'out' ? out : back)

const LISTED = 10
const OPENING = 500_000_000n

/** Payments of a bank's statement with two that came in, which nothing may be linked to. */
export function entriesOf(first: number): { entries: Entry[]; truth: (number | null)[] } {
  const entries: Entry[] = []
  const truth: (number | null)[] = []
  let balance = OPENING
  const add = (place: number, way: Entry['way']) => {
    const payment = SAMPLE_PAYMENTS[place % SAMPLE_PAYMENTS.length]
    if (payment === undefined) return
    balance += way === 'out' ? -payment.netFen : payment.netFen
    const index = entries.length
    const time = `10:00:${String(index).padStart(2, '0')}`
    entries.push({ payment, way, index, balance: formatYuanGrouped(balance), time })
    truth.push(way === 'out' ? place % SAMPLE_PAYMENTS.length : null)
  }
  // The first line of an account statement without marks has no balance before it: money that comes in.
  add(first + LISTED, 'in')
  for (let step = 0; step < LISTED; step += 1) add(first + step, 'out')
  add(first + 1, 'in')
  return { entries, truth }
}

export function bankStatement(bank: Bank, first: number): CorpusStatement {
  const { entries, truth } = entriesOf(first)
  const sum = (way: Entry['way']) =>
    entries.filter((entry) => entry.way === way).reduce((all, { payment }) => all + payment.netFen, 0n)
  const count = (way: Entry['way']) => entries.filter((entry) => entry.way === way).length
  const sums = {
    out: formatYuanGrouped(sum('out')),
    in: formatYuanGrouped(sum('in')),
    outCount: count('out'),
    inCount: count('in'),
  }
  return {
    name: bank.name,
    truth,
    grid: [
      ...bank.above,
      bank.columns.map(([title]) => title),
      ...entries.map((entry) => bank.columns.map(([, cell]) => cell(entry))),
      ...(bank.foot?.(sums) ?? []),
    ],
  }
}
