// Tells the electronic receipts (电子回单) of a page apart: each as a row of a table, and the part of the page that it fills.

import { capitalSums } from '../money/capital-amount.ts'
import { dayAbove, listsUndone } from './above-table.ts'
import type { ColumnKind } from './headings.ts'
import { tellsUndone } from './line-status.ts'
import type { Cell, GridRow, PrintedRow } from './printed-row.ts'
import { cellsOf, everyCell, isTitle, isTitleText, type Label, pairsOf } from './receipt-cells.ts'
import { parseAmount } from './statement-text.ts'
import { type Fragment, linesOf, type TextLine } from './text-lines.ts'
import { isTorn } from './torn-receipts.ts'

/** As rows of a table, so that all that follows is one way. */
export function receiptsOn(fragments: readonly Fragment[], page: number): PrintedRow[] {
  const groups = receiptsOf(linesOf(fragments))
  const areReceipts = groups.map((lines) => isReceipt(cellsOf(lines)))
  if (!areReceipts.includes(true)) return []
  const isRead = groups.map((lines, index) => areReceipts[index] && !isTorn(lines))
  const payees = groups.map(payeesOf)
  // Where one ends that has no title, nobody can tell for certain.
  const areTitled = groups.every(([first], at) => at === 0 || (first !== undefined && isTitle(first)))
  return groups.flatMap((lines, index) => {
    const cells = withCapitals(cellsOf(lines), lines)
    // One that is not understood is shown as such, beside those that are.
    if (!isRead[index]) return isBegun(lines) ? [unreadReceipt(cells, page, index + 1)] : []
    return [
      {
        page,
        place: index + 1,
        kinds: new Set<ColumnKind>(cells.map(({ kind }) => kind)),
        paysOut: true,
        dayAbove: dayAbove(lines.map(textOf)),
        cells,
        ...(lines.some(isVoided) || isBatchInPart(cells, lines) ? { listsUndone: true } : {}),
        ...(areTitled && isOnePersons(groups, payees, index) ? { receipt: index + 1 } : {}),
      },
    ]
  })
}

/** 金额（大写） says the sum once more, whatever label stands before it. */
function withCapitals(cells: readonly Cell[], lines: readonly TextLine[]): readonly Cell[] {
  const text = lines.map(textOf).join('\n')
  if (capitalSums(text).length === 0) return cells
  return [...cells, { kind: 'capitals', rank: 0, column: cells.length, text }]
}

/** Receipts that somebody has put into a workbook, below their titles: cells are texts with places, too. */
export function receiptsInGrid(grid: readonly GridRow[], page: number): PrintedRow[] {
  const fragments = grid.flatMap(({ number, cells }) =>
    cells.flatMap((cell, column): Fragment[] => {
      const left = column * CELL
      return cell === ''
        ? []
        : [{ text: cell, left, right: left + CELL - LINE, y: number * 2 * LINE, height: LINE }]
    }),
  )
  if (!linesOf(fragments).some(isTitle)) return []
  // There is no page to cut them out of.
  return receiptsOn(fragments, page).map(({ receipt: _, ...row }) => row)
}

const LINE = 10
const CELL = 100

const textOf = ({ fragments }: TextLine) => fragments.map(({ text }) => text).join(' ')

function isReceipt(cells: readonly Cell[]): boolean {
  const has = (kind: ColumnKind) => cells.some((cell) => cell.kind === kind)
  // 代发工资业务回单 names nobody: its count and its sum are those of a batch.
  return has('amount') && (has('name') || has('account') || has('count'))
}

/** 电子回单（作废）, and 已作废 stamped across it. */
function isVoided(line: TextLine): boolean {
  return line.fragments.some(
    ({ text }) => tellsUndone(text) && (STAMP.test(text.replace(/\s/g, '')) || isTitleText(text)),
  )
}

const STAMP = /^[([【]?已?(?:作废|撤销|冲正|退汇|退票)[)\]】]?$/

/** 成功笔数 beside another 总笔数, or a word of failing: of whom a batch without names paid, nobody knows. */
function isBatchInPart(cells: readonly Cell[], lines: readonly TextLine[]): boolean {
  if (cells.some(({ kind }) => kind === 'name' || kind === 'account')) return false
  const every = everyCell(lines)
  const differs = (kind: ColumnKind, read: (text: string) => unknown) =>
    new Set(every.flatMap((cell) => (cell.kind === kind ? [String(read(cell.text))] : []))).size > 1
  return (
    differs('count', (text) => text.replace(/\D/g, '')) ||
    differs('amount', (text) => parseAmount(text)?.fen) ||
    listsUndone(lines.map(textOf)) ||
    lines.some((line) => /退款/.test(textOf(line)))
  )
}

/** Without numbers, a day and an amount, so that it is read as nobody's. */
function unreadReceipt(cells: readonly Cell[], page: number, place: number): PrintedRow {
  const kept = cells.filter(({ kind }) => !NOT_SHOWN.has(kind))
  const kinds = new Set<ColumnKind>(kept.map(({ kind }) => kind))
  return { page, place, kinds, paysOut: false, dayAbove: null, cells: kept }
}

const NOT_SHOWN: ReadonlySet<ColumnKind> = new Set(['reference', 'day', 'amount'])

/** From the top of the page downwards, as far as `y` of the fragments: what is cut out for one payout. */
export type Band = { readonly top: number; readonly bottom: number }

/** The n-th receipt's part of its page: halfway between the texts of two, and out to the edges of the paper. */
export function bandOf(fragments: readonly Fragment[], place: number): Band | undefined {
  const groups = receiptsOf(linesOf(fragments))
  if (groups[place - 1] === undefined) return undefined
  const edge = (upper: readonly TextLine[] | undefined, lower: readonly TextLine[] | undefined) => {
    const [last, next] = [upper?.at(-1), lower?.[0]]
    return last && next ? (last.y + DESCENT * last.height + next.y - next.height) / 2 : undefined
  }
  return {
    top: edge(groups[place - 2], groups[place - 1]) ?? Number.NEGATIVE_INFINITY,
    bottom: edge(groups[place - 1], groups[place]) ?? Number.POSITIVE_INFINITY,
  }
}

/** How far letters reach below their base line. */
const DESCENT = 0.3

type Payees = {
  readonly names: ReadonlySet<string>
  readonly accounts: ReadonlySet<string>
  readonly amounts: ReadonlySet<string>
}

/** All that the labels of a receipt name, where a line of a payment takes the first. */
function payeesOf(lines: readonly TextLine[]): Payees {
  const cells = everyCell(lines)
  const texts = (kind: ColumnKind) =>
    new Set(cells.flatMap((cell) => (cell.kind === kind ? [cell.text.replace(/\s/g, '')] : [])))
  const amounts = cells.flatMap(({ kind, text }) =>
    kind === 'amount' ? [String(parseAmount(text)?.fen)] : [],
  )
  return { names: texts('name'), accounts: texts('account'), amounts: new Set(amounts) }
}

/** Nothing of another person's stands in its part of the page: two side by side, or one below without a title, are not told apart. */
function isOnePersons(groups: readonly TextLine[][], payees: readonly Payees[], index: number): boolean {
  const [lines = [], own] = [groups[index], payees[index]]
  if (own === undefined || own.names.size > 1 || own.accounts.size > 1 || own.amounts.size > 1) return false
  const isBeside = ({ fragments }: TextLine) => fragments.filter(({ text }) => isTitleText(text)).length > 1
  if (lines.some((line) => isTitle(line) && isBeside(line))) return false
  const others = payees.flatMap(({ names, accounts }, at) => (at === index ? [] : [...names, ...accounts]))
  const words = lines.flatMap(({ fragments }) => fragments.flatMap(({ text }) => text.split(/[\s:]+/)))
  return others.every((text) => own.names.has(text) || own.accounts.has(text) || !words.includes(text))
}

/** Each begins with its title, or where its first label stands once more below what makes a receipt. */
function receiptsOf(lines: readonly TextLine[]): TextLine[][] {
  const receipts: TextLine[][] = [[]]
  let first: Label | undefined
  for (const line of lines) {
    const last = receipts.at(-1) ?? []
    const label = firstLabel(line)
    const isAgain = first !== undefined && label !== undefined && isSameLabel(first, label)
    const isNext = isTitle(line) ? isBegun(last) : isAgain && isReceipt(cellsOf(last))
    if (isNext) receipts.push([])
    first = isNext ? label : (first ?? label)
    receipts.at(-1)?.push(line)
  }
  return receipts
}

/** The letters of a spread label are pieces of their own. */
const firstLabel = (line: TextLine) => pairsOf({ ...line, fragments: line.fragments.slice(0, 2) })[0]?.label

const isSameLabel = (one: Label, other: Label) =>
  one.word === other.word && Math.abs(one.left - other.left) < one.height

/** Labels side by side, or an amount with whom it went to: titles and headers have neither. */
function isBegun(lines: readonly TextLine[]): boolean {
  const known = (line: TextLine) => pairsOf(line).filter(({ label }) => label.kind !== 'strange')
  if (lines.some((line) => known(line).length > 1)) return true
  const kinds = new Set(everyCell(lines).map(({ kind }) => kind))
  return kinds.has('amount') && (kinds.has('name') || kinds.has('account'))
}
