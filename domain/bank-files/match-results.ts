// Which row of a file each line of a result speaks of: by our reference, else by card, name, amount and position; never by a guess (ADR 82).

import type { Day } from '../calendar/shanghai.ts'
import { payeeDifference } from '../transfers/payee.ts'
import type { BankResult, ResultRow } from './bank-results.ts'
import { matchUnnamed } from './match-unnamed.ts'
import type { ResultStatus } from './result-mapping.ts'
import { canBeAccount, type FileRow, fits, isSeen, sameCard } from './row-fit.ts'
import { agreesWith } from './sheet-totals.ts'
import { isOfFile } from './told-batch.ts'
import { isTooNew, isTooOld, newestSerialDay } from './told-days.ts'

export type RowResult = {
  readonly position: number
  readonly status: Exclude<ResultStatus, 'unknown' | 'processing'>
  readonly reason: string
  readonly serial: string
  /** On which the bank says that it moved the money. */
  readonly day?: Day | undefined
}

/** Definite lines that could each speak of any of these positions. */
export type LinesToAssign = {
  readonly candidates: readonly number[]
  readonly lines: readonly AmbiguousLine[]
}

/** What a line says, whichever row it means; line is its number in the imported file. */
export type AmbiguousLine = Omit<RowResult, 'position'> & { readonly line: number }

export type MatchFault =
  | 'result-totals'
  | 'result-too-old'
  | 'result-foreign-row'
  | 'result-other-amount'
  | 'result-other-payee'
  | 'result-row-twice'
  | 'result-other-message'
  | 'result-other-account'

type Fault = { readonly fault: MatchFault; readonly line: number }

export type Matched =
  | Fault
  | {
      readonly results: readonly RowResult[]
      /** Matched by our reference. */
      readonly byReference: number
      /** Lines that could speak of several rows. */
      readonly ambiguous: number
      /** Those of them that a person assigns: what says nothing definite settles no row, whichever it means. */
      readonly toAssign: readonly LinesToAssign[]
      /** Lines that say nothing definite. */
      readonly indefinite: number
    }

const DEFINITE = new Set<ResultStatus>(['succeeded', 'rejected', 'returned'])

/** What contradicts the row that a line names. */
function contradiction(row: FileRow, line: ResultRow): MatchFault | undefined {
  if (line.amountFen !== undefined && line.amountFen !== row.amountFen) return 'result-other-amount'
  if (line.cardNo !== undefined && !sameCard(row.cardNo, line.cardNo)) return 'result-other-payee'
  return line.name !== undefined && payeeDifference(row, { name: line.name }) !== undefined
    ? 'result-other-payee'
    : undefined
}

/** Full and half width, blanks and characters that nobody sees are one reference; large and small letters too. */
const plainReference = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}']/gu, '')
    .toUpperCase()

/** One of ours, whole or cut off, alone or among other words. */
const isReference = (text: string): boolean => /PW\d{8}/.test(plainReference(text))

/** Cut off by the bank behind the row's number, which names it still. */
const CUT = /^(PW\d{1,20}R\d{1,7}X)[0-9A-F]*$/
const headOf = (reference: string): string | undefined => CUT.exec(reference)?.[1]

/** The words of a remark that are references of ours: 代发PW…, PW…/劳务报酬. */
const wordsLikeOurs = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}']/gu, '')
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter(isReference)

/** The row that a text names: by our reference whole, else by one word in it; cut off it counts where everything else fits. */
function rowFinder(rows: readonly FileRow[]): (line: ResultRow) => FileRow | undefined {
  const byReference = new Map(rows.map((row) => [plainReference(row.reference), row]))
  const byHead = new Map([...byReference].map(([reference, row]) => [headOf(reference), row]))
  return (line) => {
    if (line.reference === undefined) return undefined
    const whole = byReference.get(plainReference(line.reference))
    if (whole) return whole
    const [word, ...more] = wordsLikeOurs(line.reference)
    if (word === undefined || more.length > 0) return undefined
    const found = byReference.get(word)
    const head = headOf(word)
    if (found || head === undefined) return found
    const row = byHead.get(head)
    return row && plainReference(row.reference).startsWith(word) && fits(row, line) ? row : undefined
  }
}

function isOfAccount(ours: string | undefined, told: string | undefined, isStatement: boolean): boolean {
  if (ours === undefined || told === undefined) return true
  return isStatement ? sameCard(ours, told) && isSeen(told) : canBeAccount(ours, told)
}

export type ResultsFor = {
  readonly messageId: string
  readonly rows: readonly FileRow[]
  /** That it is paid from. */
  readonly accountNo?: string | undefined
  /** Positions of rows that were paid already: money that came back of them is news by itself. */
  readonly paid?: ReadonlySet<number>
  /** The day on which it was made: nothing of it was paid before. */
  readonly since?: Day
  /** The day on which its result is read. */
  readonly until?: Day
}

/** What a sheet bears of ours is of this file, and nothing in it is older than the file. */
function otherFile({ messageId, since }: ResultsFor, result: BankResult): MatchFault | undefined {
  if (result.ownNumbers?.some((number) => !isOfFile(messageId, number))) return 'result-other-message'
  const { newestDay } = result
  return since !== undefined && newestDay !== undefined && newestDay < since ? 'result-too-old' : undefined
}

function otherFileIn(file: ResultsFor, { rows }: BankResult): Fault | undefined {
  for (const row of rows) {
    if (row.ownNumbers?.some((number) => !isOfFile(file.messageId, number)))
      return { fault: 'result-foreign-row', line: row.line }
    if (isTooOld(row, file)) return { fault: 'result-too-old', line: row.line }
  }
  return undefined
}

/** The answer to another message, or to one of another count or sum. */
function isOfOther({ messageId, rows }: ResultsFor, { messageId: answered, original }: BankResult): boolean {
  if (answered !== undefined && answered !== messageId) return true
  if (original === undefined) return false
  const { parts, counts, sums } = original
  const sumFen = sumOf(rows)
  return (
    parts.some((part) => part !== messageId) ||
    counts.some((count) => count !== rows.length) ||
    sums.some((sum) => sum !== sumFen)
  )
}

const sumOf = (rows: readonly FileRow[]) => rows.reduce((sum, { amountFen }) => sum + amountFen, 0n)

const arranged = (row: ResultRow, file: ResultsFor): ResultRow =>
  isTooNew(row, file) ? { ...row, status: 'unknown', said: row.said ?? row.status } : row

/** Every line must fit: one that speaks of another file, amount or person refuses the whole result. A statement lists others' payments too. */
export function matchResults(file: ResultsFor, read: BankResult): Matched {
  const result = { ...read, rows: read.rows.map((row) => arranged(row, file)) }
  if (isOfOther(file, result)) return { fault: 'result-other-message', line: 0 }
  const above = otherFile(file, result)
  if (above !== undefined) return { fault: above, line: 0 }
  const beside = otherFileIn(file, result)
  if (beside !== undefined) return beside
  const inFile = { count: file.rows.length, sumFen: sumOf(file.rows) }
  if (result.printed && !agreesWith(result.printed, result.rows, inFile))
    return { fault: 'result-totals', line: 0 }
  if (result.allRejected !== undefined) {
    const reason = result.allRejected
    const results = file.rows.map(({ position }) => ({
      position,
      status: 'rejected' as const,
      reason,
      serial: '',
    }))
    return { results, byReference: results.length, ambiguous: 0, toAssign: [], indefinite: 0 }
  }
  const isStatement = result.kind === 'camt.053'
  const isOurs = (row: ResultRow) => isOfAccount(file.accountNo, row.account, isStatement)
  const other = result.rows.find((row) => !isOurs(row))
  // A statement may tell of several accounts, a result of one.
  if (other && !(isStatement && result.rows.some(isOurs)))
    return { fault: 'result-other-account', line: isStatement ? 0 : other.line }
  const rowNamed = rowFinder(file.rows)
  const isTakenBack = new Set<number>()
  const named = new Map<number, ResultRow>()
  const unnamed: ResultRow[] = []
  for (const line of result.rows) {
    if (!isOurs(line)) continue
    const row = rowNamed(line)
    if (row === undefined) {
      if (isStatement) continue
      // A reference of ours from another file: this result is not about this one.
      if (line.reference !== undefined && (line.cardNo === undefined || isReference(line.reference)))
        return { fault: 'result-foreign-row', line: line.line }
      unnamed.push(line)
      continue
    }
    const fault = contradiction(row, line)
    if (fault !== undefined) return { fault, line: line.line }
    const earlier = named.get(row.position)
    // Paid and taken back are two lines of a statement; everything else said twice is a fault.
    const isReturn =
      isStatement && earlier && [earlier.status, line.status].toSorted().join() === 'returned,succeeded'
    if (earlier && (!isReturn || isTakenBack.has(row.position)))
      return { fault: 'result-row-twice', line: line.line }
    if (isReturn) isTakenBack.add(row.position)
    named.set(row.position, isReturn && earlier.status === 'returned' ? earlier : line)
  }
  // Money that came back must have gone: else the statement may be that of whoever was paid.
  for (const [position, line] of isStatement ? named : [])
    if (line.status === 'returned' && !isTakenBack.has(position) && !file.paid?.has(position))
      named.set(position, { ...line, status: 'unknown' })
  const rest = matchUnnamed(
    file.rows.filter(({ position }) => !named.has(position)),
    unnamed,
    { rowCount: file.rows.length, lines: result.rows, certain: named },
  )
  if ('fault' in rest) return rest
  const unclear = rest.ambiguous.flatMap(({ lines }) => lines)
  for (const { day, line } of [...named.values(), ...rest.named.values(), ...unclear])
    if (day !== undefined && file.since !== undefined && day < file.since)
      return { fault: 'result-too-old', line }
  const count = named.size
  const serialDay = newestSerialDay(result.rows.map(({ serial }) => serial))
  // Where nothing else tells this month's payments from those of the month before.
  const isOfOtherDay = file.since !== undefined && serialDay !== undefined && serialDay < file.since
  if (count === 0 && result.kind === 'sheet' && isOfOtherDay) return { fault: 'result-too-old', line: 0 }
  for (const [position, line] of rest.named) named.set(position, line)
  return {
    results: [...named]
      .flatMap(([position, line]) => definite(line).map((said) => ({ position, ...said })))
      .toSorted((a, b) => a.position - b.position),
    byReference: count,
    ambiguous: unclear.length,
    toAssign: rest.ambiguous.flatMap(({ candidates, lines }) => {
      const said = lines.flatMap((line) => definite(line).map((one) => ({ line: line.line, ...one })))
      return said.length === 0 ? [] : [{ candidates, lines: said }]
    }),
    indefinite: [...named.values()].filter(({ status }) => !DEFINITE.has(status)).length,
  }
}

/** What a line settles; nothing where it says nothing definite. */
function definite({ status, reason, serial, day }: ResultRow): Omit<RowResult, 'position'>[] {
  if (!DEFINITE.has(status)) return []
  return [{ status: status as RowResult['status'], reason, serial, ...(day ? { day } : {}) }]
}
