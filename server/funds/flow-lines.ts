// The lines of a provider's fund flow with the balance after each: any page costs at most half a day of lines, whatever lies before it.

import { balanceMove } from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type FlowPart, type FlowParts, moveOf } from './flow-parts.ts'
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

/** How many lines of these phases a part holds. */
function linesIn({ sums }: FlowPart, phases: readonly Phase[]): number {
  return sums.reduce((lines, sum) => lines + (phases.includes(sum.phase) ? sum.lines : 0), 0)
}

export function countLines({ parts }: FlowParts, phases: readonly Phase[]): number {
  return parts.reduce((lines, part) => lines + linesIn(part, phases), 0)
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

function piecesOf(
  { parts, closing }: FlowParts,
  phases: readonly Phase[],
  page: { index: number; size: number },
): Piece[] {
  const pieces: Piece[] = []
  let skip = page.index * page.size
  let wanted = page.size
  let closingFen = closing.balanceFen
  for (const part of parts.toReversed()) {
    const lines = linesIn(part, phases)
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
  parts: FlowParts,
  phases: readonly Phase[],
  page: { index: number; size: number },
  far?: number,
): Promise<FlowLine[]> {
  const pieces = piecesOf(parts, phases, page)
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
