// Decides which payout each line of a statement tells of: by its number, else by account, name and amount within three days (D32).

import { type Day, shanghaiDay } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { nameFits } from './evidence.ts'
import type { LineResult } from './line-result.ts'
import type { LineKind, ReadLine } from './statement-lines.ts'

export const DAYS_APART = 3

/** A payout that some number on the statement names. */
export type NumberedPayout = {
  readonly rowId: bigint
  readonly reference: string
  /** The bank's own number; empty where it gave none. */
  readonly serial: string
  readonly name: string
  /** What the bank was sent: gross less tax. */
  readonly netFen: Fen
  readonly payoutAt: Date
  readonly returned: boolean
}

export type ByNumber =
  | { readonly rowId: bigint }
  /** It bears a reference of ours, but not that payout's amount: it is no other payout either. */
  | 'contradicts'
  | 'unknown'

export function findByNumber(line: ReadLine, payouts: readonly NumberedPayout[]): ByNumber {
  const referred = payouts.filter(
    ({ reference }) => line.numbers.includes(reference) || line.remarkCodes.includes(reference),
  )
  const agreeing = referred.filter((payout) => agrees(line, payout))
  if (agreeing[0]) return agreeing.length === 1 ? { rowId: agreeing[0].rowId } : 'unknown'
  if (referred.length > 0) return 'contradicts'
  const numbered = payouts.filter((payout) => isNumbered(line, payout) && agrees(line, payout))
  return numbered[0] && numbered.length === 1 ? { rowId: numbered[0].rowId } : 'unknown'
}

function agrees({ kind, amountFen }: ReadLine, { netFen, returned }: NumberedPayout): boolean {
  return amountFen === netFen && (kind === 'debit' || returned)
}

/** Banks start their numbers again, some every day: the name and the day must not speak against it. */
function isNumbered({ numbers, name, day, kind }: ReadLine, payout: NumberedPayout): boolean {
  if (payout.serial === '' || !numbers.includes(payout.serial)) return false
  const isNear = day === null || kind === 'return' || isWithinDays(day, payout.payoutAt)
  return isNear && (name === '' || nameFits(name, payout.name))
}

export function isWithinDays(day: Day, at: Date): boolean {
  return areWithinDays(day, shanghaiDay(at))
}

export function areWithinDays(one: Day, other: Day): boolean {
  const apart = Date.parse(`${one}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)
  return Math.abs(apart) <= DAYS_APART * 86_400_000
}

export type LineFacts = {
  readonly lineNumber: number
  readonly kind: LineKind
  /** The statement does not say which way the money went. */
  readonly unclear?: boolean
  /** What it says of the payee needs another evidence: whatever fits is for a person. */
  readonly weak?: boolean
  readonly byNumber: ByNumber
  /** Payouts that account, name, amount and days fit; asked for only where no number decides. */
  readonly fitting: readonly bigint[]
  /** The row that it was linked to before, by an earlier reading or by a person: it keeps it. */
  readonly stands?: bigint | undefined
}

/** Rows that lines of other statements are linked to. */
export type TakenRows = Readonly<Record<LineKind, ReadonlySet<bigint>>>

export type Decision = {
  readonly result: LineResult
  readonly rowId: bigint | null
  /** Of a debit that pays a whole batch: all its rows, the first of which is `rowId`. */
  readonly batchRows?: readonly bigint[]
}

const NOT_FOUND: Decision = { result: 'not-found', rowId: null }
const AMBIGUOUS: Decision = { result: 'ambiguous', rowId: null }

/** All lines of one statement together: each lists another payment, so that two never mean the same row. */
export function decideLines(lines: readonly LineFacts[], taken: TakenRows): Decision[] {
  const { claimed, held } = linkedRows(lines)
  const decisions = lines.map(({ kind, unclear, byNumber, fitting, stands }): Decision | undefined => {
    if (stands !== undefined) return { result: 'linked', rowId: stands }
    // It may be a payment, or money that came back: a person decides.
    if (unclear) return typeof byNumber === 'object' || fitting.length > 0 ? AMBIGUOUS : NOT_FOUND
    if (byNumber === 'unknown') return undefined
    if (byNumber === 'contradicts') return NOT_FOUND
    const { rowId } = byNumber
    if (held[kind].has(rowId)) return AMBIGUOUS
    if (taken[kind].has(rowId) || claimed[kind].has(rowId)) return { result: 'already-linked', rowId }
    claimed[kind].add(rowId)
    return { result: 'linked', rowId }
  })
  const open = lines.map((line, index) =>
    decisions[index] === undefined
      ? byFitting(line, taken[line.kind], claimed[line.kind], held[line.kind])
      : undefined,
  )
  const wishes = new Map<string, number>()
  const keyOf = (index: number, decision: Decision) => `${lines[index]?.kind}${decision.rowId}`
  open.forEach((decision, index) => {
    if (decision?.result !== 'linked') return
    const key = keyOf(index, decision)
    wishes.set(key, (wishes.get(key) ?? 0) + 1)
  })
  return lines.map((_, index) => {
    const decision = decisions[index] ?? open[index] ?? NOT_FOUND
    // Two lines that want the same row: one of them lists something else, and nobody can tell which.
    const isContested = open[index]?.result === 'linked' && (wishes.get(keyOf(index, decision)) ?? 0) > 1
    return isContested ? AMBIGUOUS : decision
  })
}

/**
 * What lines have that keep it. A number is proof, whenever it was read. What was chosen by a person or fitted alone may
 * turn out otherwise: nothing is concluded from it for other lines, neither that they mean another row nor that they mean none.
 */
function linkedRows(lines: readonly LineFacts[]): Record<'claimed' | 'held', Record<LineKind, Set<bigint>>> {
  const claimed = { debit: new Set<bigint>(), return: new Set<bigint>() }
  const held = { debit: new Set<bigint>(), return: new Set<bigint>() }
  for (const { kind, byNumber, stands } of lines) {
    if (stands === undefined) continue
    const isConfirmed = typeof byNumber === 'object' && byNumber.rowId === stands
    ;(isConfirmed ? claimed : held)[kind].add(stands)
  }
  return { claimed, held }
}

function byFitting(
  { fitting, weak = false }: LineFacts,
  taken: ReadonlySet<bigint>,
  claimed: ReadonlySet<bigint>,
  held: ReadonlySet<bigint>,
): Decision {
  if (fitting.some((rowId) => held.has(rowId))) return AMBIGUOUS
  const elsewhere = fitting.filter((rowId) => taken.has(rowId))
  const free = fitting.filter((rowId) => !taken.has(rowId) && !claimed.has(rowId))
  const [first] = free
  if (first === undefined) {
    if (elsewhere.length === 0) return NOT_FOUND
    const isOne = elsewhere.length === 1 && !weak
    return { result: 'already-linked', rowId: isOne ? (elsewhere[0] ?? null) : null }
  }
  // It may repeat what an earlier statement lists, or be the other payment.
  return free.length === 1 && elsewhere.length === 0 && !weak ? { result: 'linked', rowId: first } : AMBIGUOUS
}

/** What a line seems to pay together: a whole batch, or some of its files. */
export type BatchClaim = {
  /** The rows of each that fits; a person chooses where there are several. */
  readonly options: readonly (readonly bigint[])[]
  /** By count and sum, and nobody has undone it: else a person confirms it. */
  readonly proven: boolean
}

/** Debits that pay whole batches or files, where no row of them is linked to anything else. */
export function decideBatches(
  decisions: readonly Decision[],
  claims: ReadonlyMap<number, BatchClaim>,
  taken: ReadonlySet<bigint>,
): Decision[] {
  const linked = new Set(
    decisions.flatMap(({ result, rowId }) => (result === 'linked' && rowId !== null ? [rowId] : [])),
  )
  const wanted = new Map<bigint, number>()
  for (const { options } of claims.values())
    for (const rowId of new Set(options.flat())) wanted.set(rowId, (wanted.get(rowId) ?? 0) + 1)
  const isFree = (rowId: bigint) => !taken.has(rowId) && !linked.has(rowId)
  return decisions.map((decision, index) => {
    const { options = [], proven = false } = claims.get(index) ?? {}
    const [only, another] = options
    const [first] = only ?? []
    if (only === undefined || first === undefined || decision.result !== 'not-found') return decision
    const isAlone = another === undefined
    if (isAlone && only.every((rowId) => taken.has(rowId))) return { result: 'already-linked', rowId: first }
    if (!options.some((rows) => rows.every(isFree))) return decision
    // Two lines that want one row: one of them pays something else, and a person says which.
    const isContested = only.some((rowId) => wanted.get(rowId) !== 1)
    return proven && isAlone && !isContested ? { result: 'linked', rowId: first, batchRows: only } : AMBIGUOUS
  })
}
