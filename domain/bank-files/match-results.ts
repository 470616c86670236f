// Which row of a file each line of a result speaks of: by our reference, else by card, name, amount and position; never by a guess (ADR 82).

import type { Day } from '../calendar/shanghai.ts'
import { payeeDifference } from '../transfers/payee.ts'
import type { BankResult, ResultRow } from './bank-results.ts'
import type { ResultStatus } from './result-mapping.ts'
import { agreesWith } from './sheet-totals.ts'

/** A row of the file as it was made. */
export type FileRow = {
  readonly position: number
  readonly reference: string
  readonly cardNo: string
  readonly name: string
  readonly amountFen: bigint
}

export type RowResult = {
  readonly position: number
  readonly status: Exclude<ResultStatus, 'unknown' | 'processing'>
  readonly reason: string
  readonly serial: string
  /** On which the bank says that it moved the money. */
  readonly day?: Day | undefined
}

export type MatchFault =
  | 'result-totals'
  | 'result-too-old'
  | 'result-foreign-row'
  | 'result-other-amount'
  | 'result-other-payee'
  | 'result-row-twice'
  | 'result-other-message'
  | 'result-other-account'

export type Matched =
  | { readonly fault: MatchFault; readonly line: number }
  | {
      readonly results: readonly RowResult[]
      /** Matched by our reference. */
      readonly byReference: number
      /** Lines that could speak of several rows. */
      readonly ambiguous: number
      /** Lines that say nothing definite. */
      readonly indefinite: number
    }

const DEFINITE = new Set<ResultStatus>(['succeeded', 'rejected', 'returned'])

const MASK = /[*＊×xX]/
/** So many digits tell cards of one name apart; fewer say nothing of whose it is. */
const LEAST_SEEN = 4

/** Banks mask the middle of a card. */
export function sameCard(ours: string, theirs: string): boolean {
  if (theirs === ours) return true
  return (
    theirs.length === ours.length &&
    MASK.test(theirs) &&
    [...theirs].every((sign, at) => MASK.test(sign) || sign === ours[at])
  )
}

const isSeen = (number: string): boolean =>
  [...number].filter((sign) => !MASK.test(sign)).length >= LEAST_SEEN

const fits = (row: FileRow, line: ResultRow): boolean =>
  line.amountFen === row.amountFen &&
  line.cardNo !== undefined &&
  sameCard(row.cardNo, line.cardNo) &&
  isSeen(line.cardNo) &&
  line.name !== undefined &&
  payeeDifference(row, { name: line.name }) === undefined

/** What contradicts the row that a line names. */
function contradiction(row: FileRow, line: ResultRow): MatchFault | undefined {
  if (line.amountFen !== undefined && line.amountFen !== row.amountFen) return 'result-other-amount'
  if (line.cardNo !== undefined && !sameCard(row.cardNo, line.cardNo)) return 'result-other-payee'
  return line.name !== undefined && payeeDifference(row, { name: line.name }) !== undefined
    ? 'result-other-payee'
    : undefined
}

/** Full and half width, blanks and signs that nobody sees are one reference; large and small letters too. */
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

export type ResultsFor = {
  readonly messageId: string
  readonly rows: readonly FileRow[]
  /** That it is paid from. */
  readonly accountNo?: string | undefined
  /** Positions of rows that were paid already: money that came back of them is news by itself. */
  readonly paid?: ReadonlySet<number>
  /** The day on which it was made: nothing of it was paid before. */
  readonly since?: Day
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

/** Every line must fit: one that speaks of another file, amount or person refuses the whole result. A statement lists others' payments too. */
export function matchResults(file: ResultsFor, result: BankResult): Matched {
  if (isOfOther(file, result)) return { fault: 'result-other-message', line: 0 }
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
    return { results, byReference: results.length, ambiguous: 0, indefinite: 0 }
  }
  const isStatement = result.kind === 'camt.053'
  const isOurs = ({ account }: ResultRow) =>
    account === undefined ||
    file.accountNo === undefined ||
    (sameCard(file.accountNo, account) && isSeen(account))
  if (result.rows.length > 0 && !result.rows.some(isOurs)) return { fault: 'result-other-account', line: 0 }
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
  )
  if ('fault' in rest) return rest
  for (const { day, line } of [...named.values(), ...rest.named.values()])
    if (day !== undefined && file.since !== undefined && day < file.since)
      return { fault: 'result-too-old', line }
  const count = named.size
  for (const [position, line] of rest.named) named.set(position, line)
  return {
    results: [...named]
      .flatMap(([position, { status, reason, serial, day }]) =>
        DEFINITE.has(status)
          ? [{ position, status: status as RowResult['status'], reason, serial, ...(day ? { day } : {}) }]
          : [],
      )
      .toSorted((a, b) => a.position - b.position),
    byReference: count,
    ambiguous: rest.ambiguous,
    indefinite: [...named.values()].filter(({ status }) => !DEFINITE.has(status)).length,
  }
}

type Rest = { readonly named: ReadonlyMap<number, ResultRow>; readonly ambiguous: number }

const tailKey = ({
  amountFen,
  cardNo,
}: {
  readonly amountFen: bigint | undefined
  readonly cardNo: string | undefined
}) => `${amountFen} ${cardNo?.slice(-4)}`

function put<T>(groups: Map<string, T[]>, key: string, one: T): void {
  const group = groups.get(key)
  if (group) group.push(one)
  else groups.set(key, [one])
}

/** Lines alike fit rows alike: where there are as many of them and all say the same, or where they tell the position, it is certain. */
function matchUnnamed(
  rows: readonly FileRow[],
  lines: readonly ResultRow[],
): Rest | { fault: MatchFault; line: number } {
  const named = new Map<number, ResultRow>()
  const groups = new Map<string, { rows: readonly FileRow[]; lines: ResultRow[] }>()
  const [byAmount, byTail] = [new Map<string, FileRow[]>(), new Map<string, FileRow[]>()]
  for (const row of rows) {
    put(byAmount, String(row.amountFen), row)
    put(byTail, tailKey(row), row)
  }
  for (const line of lines) {
    // Only rows of its amount and of the card's last four digits can fit; a mask over those is rare.
    const near = MASK.test(line.cardNo?.slice(-4) ?? '')
      ? byAmount.get(String(line.amountFen))
      : byTail.get(tailKey(line))
    const fitting = (near ?? []).filter((row) => fits(row, line))
    if (fitting.length === 0) return { fault: 'result-foreign-row', line: line.line }
    const key = fitting.map(({ position }) => position).join()
    const group = groups.get(key) ?? { rows: fitting, lines: [] }
    group.lines.push(line)
    groups.set(key, group)
  }
  let ambiguous = 0
  const taken = new Set<number>()
  for (const group of groups.values()) {
    const [first] = group.lines
    if (group.lines.length > group.rows.length)
      return { fault: 'result-row-twice', line: group.lines.at(-1)?.line ?? 0 }
    const positions = new Set(group.lines.map(({ position }) => position))
    const tellPositions =
      positions.size === group.lines.length &&
      group.lines.every(({ position }) => group.rows.some((row) => row.position === position))
    const alike =
      group.lines.length === group.rows.length && group.lines.every(({ status }) => status === first?.status)
    if (!tellPositions && !alike) {
      ambiguous += group.lines.length
      continue
    }
    for (const [index, line] of group.lines.entries()) {
      const position = tellPositions ? line.position : group.rows[index]?.position
      if (position === undefined || taken.has(position)) return { fault: 'result-row-twice', line: line.line }
      taken.add(position)
      named.set(position, line)
    }
  }
  return { named, ambiguous }
}
