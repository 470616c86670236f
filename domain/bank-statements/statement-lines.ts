// Makes lines of payments out of the printed rows of a statement: when, how much, out or back, whose, under which numbers.

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { ColumnKind } from './headings.ts'
import type { PrintedRow } from './statement-table.ts'
import {
  codesIn,
  type PrintedAmount,
  parseAccount,
  parseAmount,
  parseDay,
  parseName,
  withoutNumbers,
} from './statement-text.ts'

export const LINE_KINDS = ['debit', 'return'] as const
/** Money that went out, or that came back. */
export type LineKind = (typeof LINE_KINDS)[number]

export type ReadLine = {
  /** Counted through the whole document. */
  readonly lineNumber: number
  readonly page: number
  readonly day: Day | null
  readonly kind: LineKind
  readonly name: string
  /** In full, masked as the bank masks it, or empty. */
  readonly account: string
  readonly amountFen: Fen
  /** What people are shown: the payer's own reference where there is one, else the bank's number. */
  readonly reference: string
  /** Numbers of the bank and of the payer, from their columns. */
  readonly numbers: readonly string[]
  /** Numbers found inside the remark. */
  readonly remarkCodes: readonly string[]
  readonly remark: string
}

type Draft = Omit<ReadLine, 'lineNumber' | 'kind'> & {
  /** Known where the statement has two columns or a mark; else the sign decides. */
  readonly kind: LineKind | undefined
  readonly sign: PrintedAmount['sign']
}

export function linesFrom(rows: readonly PrintedRow[]): ReadLine[] {
  const drafts = rows.flatMap((row) => draftOf(row) ?? [])
  // Where money out is negative, what has no minus came in; where nothing is negative, all of it went out.
  const minusIsOut = drafts.some(
    ({ kind, sign, remark }) => kind === undefined && sign === '-' && !mentionsReturn(remark),
  )
  return drafts.map(({ sign, kind, ...draft }, index) => {
    const cameBack = minusIsOut ? sign !== '-' : mentionsReturn(draft.remark)
    return { ...draft, lineNumber: index + 1, kind: kind ?? (cameBack ? 'return' : 'debit') }
  })
}

function draftOf(row: PrintedRow): Draft | undefined {
  const textOf = (kind: ColumnKind) => row.cells.find((cell) => cell.kind === kind)?.text ?? ''
  const money = moneyOf(textOf)
  if (money === undefined) return undefined
  const day = parseDay(textOf('day')) ?? null
  const numbers = numbersOf(row)
  const account = parseAccount(textOf('account'))
  const name = parseName(textOf('name'))
  const remark = row.cells.flatMap(({ kind, text }) => (kind === 'remark' ? [text] : [])).join(' ')
  // Totals and page furniture have amounts too, but neither a day nor anybody who was paid.
  if ((row.dated && day === null) || (numbers.length === 0 && account === '' && name === '')) return undefined
  return {
    page: row.page,
    day,
    name,
    account,
    numbers,
    reference: numbers[0] ?? '',
    remark: withoutNumbers(remark),
    remarkCodes: codesIn(remark),
    amountFen: money.fen,
    sign: money.sign,
    kind: money.kind,
  }
}

type Money = { readonly fen: Fen; readonly sign: PrintedAmount['sign']; readonly kind: LineKind | undefined }

function moneyOf(textOf: (kind: ColumnKind) => string): Money | undefined {
  const [out, back, single] = (['out', 'in', 'amount'] as const).map((kind) => parseAmount(textOf(kind)))
  // A minus in 支出 takes a payment back, a minus in 收入 takes a receipt back.
  if (out && out.fen > 0n) return { fen: out.fen, sign: '', kind: out.sign === '-' ? 'return' : 'debit' }
  if (back && back.fen > 0n) return { fen: back.fen, sign: '', kind: back.sign === '-' ? 'debit' : 'return' }
  if (!single || single.fen === 0n) return undefined
  return { ...single, kind: directionOf(textOf('direction')) }
}

function directionOf(mark: string): LineKind | undefined {
  if (/^(借|支|付|出|转出|D)/i.test(mark)) return 'debit'
  return /^(贷|收|入|进|存|转入|C)/i.test(mark) ? 'return' : undefined
}

/** Said of money that came back; 退款 is not, as shops pay people with that word. */
export function mentionsReturn(remark: string): boolean {
  return /退票|退汇|退回|冲正|冲账/.test(remark)
}

/** The payer's own references first, as their headings rank. */
function numbersOf(row: PrintedRow): string[] {
  const cells = row.cells.filter(({ kind }) => kind === 'reference').toSorted((a, b) => a.rank - b.rank)
  const texts = cells.map(({ text }) => text.replace(/\s/g, ''))
  return [...new Set(texts.filter((text) => /[A-Za-z\d]/.test(text)))]
}
