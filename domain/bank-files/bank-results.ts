// What a bank says of the rows of a file, and how it is read from a result sheet (回盘); messages: result-messages.ts (ADR 82).

import type { Day } from '../calendar/shanghai.ts'
import { type AboveResults, readAbove } from './above-results.ts'
import { definiteEnd, doubtColumns, foundedEnd, undoubted } from './line-doubts.ts'
import { amountIn, plainDigits } from './result-amount.ts'
import {
  type AmountUnit,
  columnsBelow,
  type ResultColumn,
  type ResultMapping,
  type ResultStatus,
  reasonIn,
  stateIn,
} from './result-mapping.ts'
import {
  CutCharacter,
  type ResultTable,
  type TextLine,
  tableByBytes,
  tableByColumns,
  type WholeLine,
} from './result-tables.ts'
import { columnsOf, plainHeading, reasonBehind, statusOf } from './result-words.ts'
import { isFurniture } from './sheet-furniture.ts'
import { countInRow, type PrintedTotals, totalsIn } from './sheet-totals.ts'
import { accountAbove, accountText } from './told-account.ts'
import {
  bankBatchesIn,
  isBankBatch,
  newestDayIn,
  type OwnNumber,
  ownNumberOf,
  ownNumbersIn,
} from './told-batch.ts'
import { daysTold, type ToldDays, wholeDay } from './told-days.ts'

/** One line of a result; what it does not say is undefined. */
export type ResultRow = Partial<ToldDays> & {
  /** Where it stands in the imported file. */
  readonly line: number
  readonly reference: string | undefined
  readonly position: number | undefined
  readonly cardNo: string | undefined
  readonly name: string | undefined
  readonly amountFen: bigint | undefined
  readonly status: ResultStatus
  /** Its word alone, which something else in the line speaks against. */
  readonly said?: ResultStatus
  readonly reason: string
  readonly serial: string
  /** Whose statement the line stands in, where it says so. */
  readonly account?: string | undefined
  /** On which the bank says that it moved the money. */
  readonly day?: Day | undefined
  /** Numbers of ours that stand in its other columns. */
  readonly ownNumbers?: readonly OwnNumber[]
}

export type ResultFault =
  | 'result-empty'
  | 'result-headings'
  | 'result-amount'
  | 'result-totals'
  | 'result-formula'
  | 'result-xml'
  | 'result-message'
  | 'result-status'
  | 'result-no-account'
  | 'result-duplicate'
  | 'result-cut'

export class ResultRefused extends Error {
  override readonly name = 'ResultRefused'
  readonly code: ResultFault
  readonly line: number
  constructor(code: ResultFault, line = 0) {
    super(`${code} at line ${line}`)
    this.code = code
    this.line = line
  }
}

export type BankResult = {
  readonly kind: 'sheet' | 'pain.002' | 'camt.053'
  readonly rows: readonly ResultRow[]
  /** Which message of ours it answers; a sheet does not say. */
  readonly messageId: string | undefined
  /** The whole message was refused, without a word on single payments. */
  readonly allRejected: string | undefined
  /** What it says of the message that it answers, where it does. */
  readonly original?: {
    readonly parts: readonly string[]
    readonly counts: readonly number[]
    readonly sums: readonly bigint[]
  }
  /** What a sheet prints of itself above its lines. */
  readonly printed?: PrintedTotals
  /** Numbers of ours above its lines, or on its tab. */
  readonly ownNumbers?: readonly OwnNumber[]
  /** Printed above its lines. */
  readonly newestDay?: Day | undefined
  /** The bank's own numbers of the batches that it tells of. */
  readonly bankBatches?: readonly string[]
}

type Column = ResultColumn

/** 合 计, 本页合计, 共计 */
const TOTALS = /^(?:本[页批次]|全部|以上)?(?:合计|总计|小计|共计|汇总)|^总(?:笔数|金额)|^TOTAL\b/i

/** The bank's words beside any state: a reason for a failure has a heading that says so. */
const NEUTRAL = /^(银行说明|处理信息|说明|信息|备注信息|备注|附言|摘要|注释)$/

/** Below a line of headings; the usual ones count only where the format has none of its own. */
function tableBelow(lines: readonly TextLine[], mapping: ResultMapping | undefined): ResultTable | undefined {
  for (const [headAt, { cells }] of lines.entries()) {
    const columns = mapping ? columnsBelow(mapping, cells) : columnsOf(cells)
    if (!columns) continue
    const { reason, ...others } = Object.fromEntries(columns)
    // What has no column of its own says in plain words that it failed, where it did.
    const plain = [reason, others.reference].filter(
      (at) => at !== undefined && NEUTRAL.test((cells[at] ?? '').trim()),
    ) as number[]
    const below = lines.slice(headAt + 1)
    const doubts = doubtColumns(asWideAs(below, cells), Object.values(others), plain)
    const above = lines.slice(0, headAt).map((line) => line.cells.filter((cell) => cell !== '').join(' '))
    return {
      above,
      heading: cells,
      lines: below,
      columns,
      doubts,
      ...(mapping ? { mapping } : {}),
    }
  }
  return undefined
}

/** Lines may reach further than the headings over them. */
const asWideAs = (lines: readonly TextLine[], heading: readonly string[]): string[] => {
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), heading.length)
  return Array.from({ length: width }, (_, at) => heading[at] ?? '')
}

/** Without headings; one whose first payment has no amount there is written otherwise. */
function tableByPlaces({ lines, texts }: ResultSource, mapping: ResultMapping): ResultTable | undefined {
  const read = () => {
    if (mapping.layout === 'columns') return tableByColumns(mapping, lines)
    return texts && tableByBytes(mapping, texts)
  }
  const table = read()
  const first = table?.lines[0]?.cells[table.columns.get('amount') ?? -1] ?? ''
  return amountIn(first, mapping.unit) === undefined ? undefined : table
}

/** By each mapping that fits, in their order. */
function* tablesIn(source: ResultSource, mappings: readonly ResultMapping[]): Generator<ResultTable> {
  const ways = mappings.length === 0 ? [undefined] : mappings
  for (const mapping of ways) {
    const hasPlaces = mapping?.layout === 'columns' || mapping?.layout === 'bytes'
    const table = hasPlaces ? tableByPlaces(source, mapping) : tableBelow(source.lines, mapping)
    if (table) yield table
  }
}

export type ResultSource = {
  readonly lines: readonly TextLine[]
  /** As they are written, where it is a text. */
  readonly texts?: readonly WholeLine[] | undefined
  /** What the sheet's tab says. */
  readonly name?: string
}

/** Every line of payments is a result or a total; anything else refuses the whole file. */
export function readResultSheet(source: ResultSource, mappings: readonly ResultMapping[] = []): BankResult {
  try {
    const [table, ...others] = tablesIn(source, mappings)
    if (!table) throw new ResultRefused('result-headings')
    return others.reduce((read, other) => heldAgainst(read, source, other), resultOf(source, table))
  } catch (error) {
    throw error instanceof CutCharacter ? new ResultRefused('result-cut', error.line) : error
  }
}

/** A bank that gives a word another meaning, under the same headings, from some day on: of which day the file is nobody knows. */
function heldAgainst(read: BankResult, source: ResultSource, table: ResultTable): BankResult {
  const others = statesIn(source, table)
  const rows = read.rows.map((row) => {
    const told = others.get(row.line)
    const said = row.said ?? row.status
    const isOther = told !== undefined && told !== 'unknown' && told !== said
    return isOther && said !== 'unknown' ? { ...row, status: 'unknown' as const, said } : row
  })
  return { ...read, rows }
}

function statesIn(source: ResultSource, table: ResultTable): ReadonlyMap<number, ResultStatus> {
  try {
    return new Map(resultOf(source, table).rows.map(({ line, said, status }) => [line, said ?? status]))
  } catch (error) {
    if (error instanceof ResultRefused) return new Map()
    throw error
  }
}

function resultOf({ lines, name = '' }: ResultSource, table: ResultTable): BankResult {
  const { above, columns, mapping } = table
  for (const { number, cells } of lines)
    if (cells.some((one) => one.startsWith('='))) throw new ResultRefused('result-formula', number)
  const rows: ResultRow[] = []
  const below: string[] = []
  for (const line of table.lines) {
    const first = line.cells.find((cell) => cell.trim() !== '') ?? ''
    if (isRepeated(line, table)) continue
    if (isFurniture(line.cells)) below.push(line.cells.filter((cell) => cell !== '').join(' '))
    else if (TOTALS.test(first.replace(/\s/g, ''))) requireTotals(line, columns, rows, mapping?.unit)
    else if (first !== '') rows.push(rowOf(line, table))
  }
  if (rows.length === 0) throw new ResultRefused('result-empty')
  requireSums(table, rows)
  requireAbove(readAbove(name, above), rows)
  const around = [...above, ...below]
  const printed = totalsIn(around, mapping?.unit)
  const account = accountAbove(above)
  const told = account === undefined ? rows : rows.map((row) => ({ ...row, account: row.account ?? account }))
  return {
    ...{ kind: 'sheet', rows: told, messageId: undefined, allRejected: undefined, printed },
    ...{ ownNumbers: [name, ...around].flatMap(ownNumbersIn), newestDay: newestDayIn([name, ...around]) },
    bankBatches: bankBatchesIn(batchCells(table), around),
  }
}

function batchCells({ heading = [], lines }: ResultTable): string[] {
  const at = heading.findIndex((text) => isBankBatch(plainHeading(text)))
  return at === -1 ? [] : lines.map(({ cells }) => cells[at] ?? '')
}

/** The headings once more, on the next page. */
function isRepeated({ cells }: TextLine, { heading = [] }: ResultTable): boolean {
  const plain = (texts: readonly string[]) => texts.map(plainHeading).join('\n').trimEnd()
  return heading.length > 0 && plain(cells) === plain(heading)
}

/** A list of failures pays nobody, whatever stands in it, and one that is not done settles nothing. */
function requireAbove(
  { isUndone, isOpen, isRepeated, isOtherUnit }: AboveResults,
  rows: readonly ResultRow[],
): void {
  const has = (...some: ResultStatus[]) => rows.some(({ status }) => some.includes(status))
  if (isOtherUnit) throw new ResultRefused('result-amount')
  if ((isUndone && has('succeeded')) || (isOpen && has('succeeded', 'rejected')))
    throw new ResultRefused('result-status')
  if (isRepeated && has('rejected', 'returned')) throw new ResultRefused('result-duplicate')
}

const sumOf = (rows: readonly ResultRow[]): bigint =>
  rows.reduce((total, { amountFen }) => total + (amountFen ?? 0n), 0n)

function requireTotals(
  line: TextLine,
  columns: ReadonlyMap<Column, number>,
  rows: readonly ResultRow[],
  unit: AmountUnit | undefined,
): void {
  const amountAt = columns.get('amount') ?? -1
  const cell = line.cells[amountAt] ?? ''
  const count = countInRow(line.cells, amountAt)
  if (count !== undefined && count !== rows.length) throw new ResultRefused('result-totals', line.number)
  if (cell.trim() !== '' && amountIn(cell, unit) !== sumOf(rows))
    throw new ResultRefused('result-totals', line.number)
}

/** What the mapping says stands there must stand there, and hold. */
function requireSums({ sums, mapping }: ResultTable, rows: readonly ResultRow[]): void {
  if (sums === undefined) return
  const { count, sum } = mapping?.totals ?? {}
  const isOffCount = count !== undefined && plainDigits(sums.count) !== String(rows.length)
  const isOffSum = sum !== undefined && amountIn(sums.sum, mapping?.unit) !== sumOf(rows)
  if (isOffCount || isOffSum) throw new ResultRefused('result-totals', sums.line)
}

function rowOf({ number, cells }: TextLine, { columns, mapping, doubts }: ResultTable): ResultRow {
  const cell = (column: Column): string => (cells[columns.get(column) ?? -1] ?? '').trim()
  const amountFen = amountIn(cell('amount'), mapping?.unit)
  if (amountFen === undefined) throw new ResultRefused('result-amount', number)
  const position = /^0*\d{1,7}$/.test(cell('position')) ? Number(cell('position')) : undefined
  const said = mapping ? stateIn(mapping, cell('status')) : statusOf(cell('status'))
  const told = undoubted(
    said,
    { cells, amountFen, unit: mapping?.unit, name: cell('name'), cardNo: cell('cardNo').replace(/\s/g, '') },
    doubts,
  )
  // What a bank's word says of itself beside the failure: 失败(DU01).
  const end = mapping ? definiteEnd : foundedEnd
  const status = definiteEnd(
    end(told, reasonOf(undefined, cell('reason'), cell('status'))),
    mapping ? '' : cell('status'),
  )
  const account = accountText(doubts.payer === undefined ? '' : (cells[doubts.payer] ?? ''))
  const referenceAt = columns.get('reference')
  const others = cells.flatMap((text, at) => (at === referenceAt ? [] : (ownNumberOf(text) ?? [])))
  return {
    line: number,
    reference: cell('reference') || undefined,
    position,
    cardNo: cell('cardNo').replace(/\s/g, '') || undefined,
    name: cell('name') || undefined,
    amountFen,
    status,
    ...(said === status ? {} : { said }),
    reason: reasonOf(mapping, cell('reason'), cell('status')).slice(0, 200),
    serial: cell('serial').slice(0, 60),
    day: wholeDay(cell('day')),
    ...daysTold([columns.get('day') ?? -1, ...(doubts.days ?? [])].map((at) => cells[at] ?? '')),
    ...(others.length === 0 ? {} : { ownNumbers: others }),
    ...(account === undefined ? {} : { account }),
  }
}

const reasonOf = (mapping: ResultMapping | undefined, told: string, word: string): string =>
  mapping ? reasonIn(mapping, told) : told || (reasonBehind(word) ?? '')
