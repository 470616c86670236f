// What goes to and fro between an upload and whoever judges its rows, here or on a thread.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowVerdict } from '@paywages/domain/payouts/sheet.ts'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import type { RowPack } from '../adapters/spreadsheet/row-packing.ts'
import type { AskedPayments, FactsOnRecord } from './facts-on-record.ts'
import type { SealedBatch } from './seal-row.ts'

/** By what a sheet is judged and stored; all of it can be handed to a thread. */
export type JudgeTerms = {
  readonly batch: SealedBatch
  readonly providerId: number
  readonly serviceRate: number
  readonly limitFen: Fen
  readonly unsignedBlocks: boolean
  readonly withholdsTax: boolean
  readonly today: Day
  /** Whoever is paid more may have to bear VAT; undefined before there was such a threshold. */
  readonly vatThresholdFen: Fen | undefined
  /** The failed rows that these pay again, in the same order (D40). */
  readonly copiesOf: readonly bigint[]
}

/** The rows of one chunk, as COPY takes them: nothing once a row of the sheet was bad. */
export type JudgedPiece = {
  readonly copy: Uint8Array<ArrayBuffer>
  readonly count: number
  /** From the beginning of the sheet. */
  readonly bad: number
  /** What the tax is worked out from, and where in the bytes it belongs; only where tax is withheld. */
  readonly untaxed: { readonly taxAt: number; readonly idHash: string; readonly amountFen: Fen }[]
}

/** What the rows of a good sheet sum up to. */
export type SheetSums = {
  readonly rowCount: number
  readonly firstRowNumber: number
  readonly lastRowNumber: number
  readonly grossFen: Fen
  readonly feeFen: Fen
  readonly peopleCount: number
  readonly unsignedCount: number
  readonly warnedCount: number
  readonly warningCounts: Readonly<Record<string, number>>
  /** Rows by the mask of their high risks and notices. */
  readonly warningMasks: Readonly<Record<string, number>>
  /** Until then nobody in the sheet has grown too old; the start looks at ages only afterwards (D19). */
  readonly ageGoodUntil: Day
  /** Hashes of the people who may come above the VAT threshold. */
  readonly mayBearVat: readonly string[]
  /** The numbers of rows that were stored before a later one showed that their card is shared. */
  readonly sharedLater: readonly number[]
  /** The rows of people whose ID numbers follow one another, with the first row of each run. */
  readonly consecutiveIds: readonly { readonly rowNumber: number; readonly from: number }[]
}

export type MarkedRow = { readonly row: RawRow; readonly reasons: RowVerdict['reasons'] }

/** Chunks are judged in the order they were taken, a rejected sheet's again in the same order. */
export type Judge = {
  take(rows: RowPack): Promise<AskedPayments>
  judge(facts: readonly FactsOnRecord[]): Promise<JudgedPiece>
  sums(): Promise<SheetSums>
  /** The chunk of this number once more, now that the whole sheet is known; undefined behind the last. */
  takeAgain(chunk: number): Promise<AskedPayments | undefined>
  mark(facts: readonly FactsOnRecord[]): Promise<MarkedRow[]>
  close(): Promise<void>
}

export type OpenJudge = (terms: JudgeTerms) => Judge
