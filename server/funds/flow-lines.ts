// The lines of a provider's fund flow with the balance after each: any page costs at most half a day of lines, whatever lies before it.

import { balanceMove } from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type FlowPart, type FlowParts, linesIn, moveOf } from './flow-parts.ts'
import {
  EVERY_LINE,
  type FlowPosting,
  type Gap,
  type Place,
  readAfter,
  readStretches,
  sumGaps,
} from './flow-reads.ts'

/** What the account held right after it. */
export type FlowLine = FlowPosting & { readonly balanceFen: Fen }

export function countLines({ parts }: FlowParts, phases: readonly Phase[]): number {
  return parts.reduce((lines, { sums }) => lines + linesIn(sums, phases), 0)
}

/** The parts that a page shows lines of, with those between; the oldest first. */
export type ShownParts = {
  readonly parts: readonly FlowPart[]
  /** What the account held after the newest of these parts. */
  readonly closingFen: Fen
  /** How many of their newest lines come before the page. */
  readonly skip: number
  readonly take: number
}

/** The newest lines of a flow whose every part is known. */
export function newestOf({ parts, closing }: FlowParts, take: number): ShownParts {
  return { parts, closingFen: closing.balanceFen, skip: 0, take }
}

/** One part's share of a page: how many of its newest lines come before, and how many it gives. */
type Piece = {
  readonly from: Date
  readonly to: Date
  readonly openingFen: Fen
  readonly closingFen: Fen
  readonly lines: number
  readonly skip: number
  readonly take: number
}

function piecesOf({ parts, ...shown }: ShownParts, phases: readonly Phase[]): Piece[] {
  const pieces: Piece[] = []
  let { skip, take: wanted, closingFen } = shown
  for (const part of parts.toReversed()) {
    const lines = linesIn(part.sums, phases)
    const openingFen = closingFen - moveOf(part.sums).balanceFen
    const take = Math.min(wanted, Math.max(0, lines - skip))
    if (take > 0) pieces.push({ from: part.from, to: part.to, openingFen, closingFen, lines, skip, take })
    skip = Math.max(0, skip - lines)
    wanted -= take
    closingFen = openingFen
    if (wanted === 0) break
  }
  return pieces
}

/** Newest first. */
export async function listLines(
  tx: Tx,
  providerId: number,
  shown: ShownParts,
  phases: readonly Phase[],
  far?: number,
): Promise<FlowLine[]> {
  const pieces = piecesOf(shown, phases)
  const found = await readPieces(tx, providerId, phases, pieces, far)
  const gaps = pieces.map((piece, n) => gapsOf(piece, found[n] ?? [], phases))
  const sums = await sumGaps(tx, providerId, gaps.flat())
  return pieces.flatMap((piece, n) => {
    const before = gaps.slice(0, n).reduce((count, list) => count + list.length, 0)
    return withBalances(piece, found[n] ?? [], sums.slice(before, before + (gaps[n]?.length ?? 0)))
  })
}

/** Only the first piece skips lines: it is read from whichever end of its part is nearer. */
async function readPieces(
  tx: Tx,
  providerId: number,
  phases: readonly Phase[],
  pieces: readonly Piece[],
  far?: number,
): Promise<FlowPosting[][]> {
  const [first, ...rest] = pieces
  if (first === undefined) return []
  if (!isNearOpening(first)) return readStretches(tx, providerId, phases, pieces, 'desc', far)
  const fromOpening = { ...first, skip: first.lines - first.skip - first.take }
  const [rows = []] = await readStretches(tx, providerId, phases, [fromOpening], 'asc', far)
  return [rows.toReversed(), ...(await readStretches(tx, providerId, phases, rest, 'desc'))]
}

function isNearOpening({ skip, take, lines }: Piece): boolean {
  return skip > lines - skip - take
}

/**
 * What lies between the nearer edge of the part and the lines of the page, and between one line and the next. Of an unfiltered flow
 * the next line is known; only the way from the edge has to be summed.
 */
function gapsOf(piece: Piece, lines: readonly FlowPosting[], phases: readonly Phase[]): Gap[] {
  const whole = phases.length === EVERY_LINE.length
  const steps = lines.slice(1).map((line, index): Gap => {
    const high = lines[index] as FlowPosting
    return { low: line, high, ...(whole ? { knownFen: effectOf(high) } : {}) }
  })
  const [newest, oldest] = [lines[0], lines.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  if (isNearOpening(piece)) return [...steps, { low: { at: piece.from, postingId: 0n }, high: oldest }]
  const nothing = whole && piece.skip === 0 ? { knownFen: 0n } : {}
  return [{ low: newest, high: { at: piece.to, postingId: 0n }, ...nothing }, ...steps]
}

function effectOf({ phase, amountFen }: FlowPosting): Fen {
  return balanceMove(phase, amountFen).balanceFen
}

function withBalances(piece: Piece, lines: readonly FlowPosting[], sums: readonly Fen[]): FlowLine[] {
  if (isNearOpening(piece)) {
    let balanceFen = piece.openingFen
    const oldestFirst = lines.toReversed().map((line, index) => {
      balanceFen += sums[lines.length - 1 - index] ?? 0n
      return { ...line, balanceFen }
    })
    return oldestFirst.toReversed()
  }
  let balanceFen = piece.closingFen
  return lines.map((line, index) => {
    balanceFen -= sums[index] ?? 0n
    return { ...line, balanceFen }
  })
}

const PIECE = 2_000

/** Every line from the oldest on, some at a time, for exports of any size in bounded memory. */
export async function* eachPieceOfLines(
  tx: Tx,
  providerId: number,
  { opening, parts }: FlowParts,
  phases: readonly Phase[],
  atOnce = PIECE,
): AsyncGenerator<FlowLine[]> {
  let balanceFen = opening.balanceFen
  const [first, final] = [parts[0], parts.at(-1)]
  if (first === undefined || final === undefined) return
  let last: Place = { at: first.from, postingId: 0n }
  for (;;) {
    const { lines: rows, more } = await readAfter(tx, providerId, last, final.to, atOnce)
    // Lines of other kinds move the balance too.
    const lines = rows.map((row) => {
      balanceFen += effectOf(row)
      return { ...row, balanceFen }
    })
    yield lines.filter(({ phase }) => phases.includes(phase))
    const end = rows.at(-1)
    if (end === undefined || !more) return
    last = end
  }
}
