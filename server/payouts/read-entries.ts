// Has a sheet judged chunk by chunk: reading, judging and asking what is on record overlap.

import type { RowPack } from '../adapters/spreadsheet/row-packing.ts'
import type { AskedPayments, FactsOnRecord } from './facts-on-record.ts'
import type { Judge, JudgedPiece, MarkedRow } from './judged-sheet.ts'

export type SheetSources = {
  readonly rows: AsyncIterable<RowPack>
  readonly judge: Judge
  readonly factsAbout: (asked: AskedPayments) => Promise<FactsOnRecord[]>
}

/** Chunks under way between reader and database: enough to keep all busy, not enough to fill the memory. */
const AHEAD = 3

/** The pieces in the order of the sheet. */
export async function* judgedPieces(sources: SheetSources): AsyncGenerator<JudgedPiece> {
  const waiting: Promise<JudgedPiece>[] = []
  let before: Promise<unknown> = Promise.resolve()
  let asked: Promise<unknown> = Promise.resolve()
  for await (const rows of sources.rows) {
    const facts = factsOf(sources, rows, asked)
    asked = facts
    const piece = judgeOne(sources.judge, facts, before)
    // Handled below; without this, one that fails early would end the process.
    piece.catch(() => undefined)
    before = piece
    waiting.push(piece)
    const first = waiting.length > AHEAD ? waiting.shift() : undefined
    if (first) yield await first
  }
  for (const piece of waiting) yield await piece
}

/** One question at a time, so that an upload never takes more than one connection beside that of its transaction. */
async function factsOf(
  { judge, factsAbout }: SheetSources,
  rows: RowPack,
  before: Promise<unknown>,
): Promise<FactsOnRecord[]> {
  const asked = await judge.take(rows)
  await before
  return factsAbout(asked)
}

async function judgeOne(
  judge: Judge,
  facts: Promise<FactsOnRecord[]>,
  before: Promise<unknown>,
): Promise<JudgedPiece> {
  const known = await facts
  // In the order they were taken.
  await before
  return judge.judge(known)
}

/** All rows once more, with all reasons of each: what a rejected sheet goes back with. */
export async function* markedChunks({
  judge,
  factsAbout,
}: Omit<SheetSources, 'rows'>): AsyncGenerator<MarkedRow[]> {
  for (let chunk = 0; ; chunk += 1) {
    const asked = await judge.takeAgain(chunk)
    if (asked === undefined) return
    yield await judge.mark(await factsAbout(asked))
  }
}
