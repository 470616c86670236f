// Where the net that a sheet asked for is not what would arrive now: what is withheld from a person has changed since the sheet was read.

import type { Fen } from '../money/fen.ts'

export type NetRow = {
  readonly amountFen: Fen
  readonly taxFen: Fen
  /** Borne by the person. */
  readonly vatFen: Fen
  /** What the sheet asked to arrive. */
  readonly netFen: Fen
}

export type NetChanges = {
  /** Rows that would pay another net than was asked for. */
  readonly count: number
  /** By how much they fall short, and by how much they exceed it, each in sum. */
  readonly lessFen: Fen
  readonly moreFen: Fen
}

export function netChanges(rows: Iterable<NetRow>): NetChanges {
  let count = 0
  let lessFen = 0n
  let moreFen = 0n
  for (const { amountFen, taxFen, vatFen, netFen } of rows) {
    const overFen = amountFen - taxFen - vatFen - netFen
    if (overFen === 0n) continue
    count += 1
    if (overFen > 0n) moreFen += overFen
    else lessFen -= overFen
  }
  return { count, lessFen, moreFen }
}
