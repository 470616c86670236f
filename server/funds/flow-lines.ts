// The lines of a provider's fund flow with the balance after each: any page costs at most half a day of lines, whatever lies before it.

import { balanceMove, flowPhases, flowSideOf } from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type FlowPart, type FlowParts, moveOf } from './flow-parts.ts'

export type FlowPosting = {
  readonly postingId: bigint
  readonly at: Date
  readonly phase: Phase
  readonly amountFen: Fen
  readonly subject: string
  readonly subjectId: bigint
}

/** What the account held right after it. */
export type FlowLine = FlowPosting & { readonly balanceFen: Fen }

const EVERY_LINE = flowPhases()
const BRINGING_IN = EVERY_LINE.filter((phase) => flowSideOf(phase) === 'in')

const COLUMNS = sql`p.posting_id as "postingId", p.at, p.phase, p.amount_fen as "amountFen", p.subject, p.subject_id as "subjectId"`

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
): Promise<FlowLine[]> {
  const pieces = piecesOf(parts, phases, page)
  const found = await readPieces(tx, providerId, phases, pieces)
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
): Promise<FlowPosting[][]> {
  const [first, ...rest] = pieces
  if (first === undefined) return []
  if (!isNearOpening(first)) return readNewest(tx, providerId, phases, pieces)
  const { rows } = await sql<FlowPosting>`
    select ${COLUMNS} from ledger_lines p where ${between(providerId, phases, sql`${first.from}`, sql`${first.to}`)}
    order by p.at, p.posting_id limit ${first.take} offset ${first.lines - first.skip - first.take}`.execute(
    tx,
  )
  return [rows.toReversed(), ...(await readNewest(tx, providerId, phases, rest))]
}

function isNearOpening({ skip, take, lines }: Piece): boolean {
  return skip > lines - skip - take
}

function between(
  providerId: number,
  phases: readonly Phase[],
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`p.provider_id = ${providerId} and p.at >= ${from} and p.at < ${to} and p.phase = any(${[...phases]}::text[])`
}

async function readNewest(
  tx: Tx,
  providerId: number,
  phases: readonly Phase[],
  pieces: readonly Piece[],
): Promise<FlowPosting[][]> {
  if (pieces.length === 0) return []
  const { rows } = await sql<FlowPosting & { n: number }>`
    select w.n::int as n, found.* from unnest(${pieces.map(({ from }) => from)}::timestamptz[], ${pieces.map(({ to }) => to)}::timestamptz[],
      ${pieces.map(({ skip }) => skip)}::int[], ${pieces.map(({ take }) => take)}::int[]) with ordinality as w(since, until, skip, take, n)
    cross join lateral (
      select ${COLUMNS} from ledger_lines p where ${between(providerId, phases, sql`w.since`, sql`w.until`)}
      order by p.at desc, p.posting_id desc limit w.take offset w.skip) found
    order by w.n, found.at desc, found."postingId" desc`.execute(tx)
  return pieces.map((_, index) => rows.filter(({ n }) => n === index + 1).map(({ n, ...line }) => line))
}

/** All lines after `low` up to and with `high`, in the order of the flow. */
type Place = { readonly at: Date; readonly postingId: bigint }
export type Gap = { readonly low: Place; readonly high: Place; readonly knownFen?: Fen }

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

export async function sumGaps(tx: Tx, providerId: number, gaps: readonly Gap[]): Promise<Fen[]> {
  const unknown = gaps.filter(({ knownFen }) => knownFen === undefined)
  const { rows } =
    unknown.length === 0
      ? { rows: [] }
      : await sql<{ fen: bigint }>`
    select coalesce(summed.fen, 0)::bigint as fen from unnest(${unknown.map(({ low }) => low.at)}::timestamptz[],
      ${unknown.map(({ low }) => low.postingId)}::bigint[], ${unknown.map(({ high }) => high.at)}::timestamptz[],
      ${unknown.map(({ high }) => high.postingId)}::bigint[]) with ordinality as w(low_at, low_id, high_at, high_id, n)
    cross join lateral (
      select sum(case when p.phase = any(${BRINGING_IN}::text[]) then p.amount_fen else -p.amount_fen end) as fen
      from ledger_lines p where p.provider_id = ${providerId} and p.phase = any(${EVERY_LINE}::text[])
        and (p.at, p.posting_id) > (w.low_at, w.low_id) and (p.at, p.posting_id) <= (w.high_at, w.high_id)) summed
    order by w.n`.execute(tx)
  const summed = rows.map(({ fen }) => fen)
  return gaps.map(({ knownFen }) => knownFen ?? summed.shift() ?? 0n)
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
    const { rows } = await sql<FlowPosting>`
      select ${COLUMNS} from ledger_lines p where p.provider_id = ${providerId} and p.phase = any(${EVERY_LINE}::text[])
        and (p.at, p.posting_id) > (${last.at}, ${last.postingId}) and p.at < ${final.to}
      order by p.at, p.posting_id limit ${atOnce}`.execute(tx)
    // Lines of other kinds move the balance too.
    const lines = rows.map((row) => {
      balanceFen += effectOf(row)
      return { ...row, balanceFen }
    })
    yield lines.filter(({ phase }) => phases.includes(phase))
    const end = rows.at(-1)
    if (end === undefined || rows.length < atOnce) return
    last = end
  }
}
