// An upload of a payout sheet under way: what it was asked with, and what has come of it so far.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { RowPack } from '../adapters/spreadsheet/row-packing.ts'
import type { SheetSummary } from '../adapters/spreadsheet/sheet-summary.ts'
import type { Services } from '../app-services.ts'
import type { FileRecord } from '../files/store.ts'
import type { ProviderRecord } from '../providers/store.ts'
import type { SheetSources } from './read-entries.ts'
import type { SealedBatch } from './seal-row.ts'
import type { ProgressReporter } from './upload-progress.ts'

export type SheetFile = Pick<FileRecord, 'name' | 'size' | 'sha256'>

export type SheetUpload = {
  readonly file: SheetFile
  /** Its rows, read while they are validated. */
  readonly rows: AsyncIterable<RowPack>
  /** How many there will be, as far as can be foreseen; 0 where it cannot. */
  readonly expectedRows?: () => number
  readonly confirmDuplicate: boolean
  readonly uploadKey: string | undefined
  readonly signal: AbortSignal
  /** How the sheet was read, once it is at its end; none for rows that were never in a sheet. */
  readonly summary?: () => SheetSummary | undefined
  /** The net amounts that were asked for, by row number, once it is at its end. */
  readonly nets?: ReadonlyMap<number, Fen>
  /** That totals of the sheet differ from its rows is known and meant. */
  readonly confirmTotals?: boolean
  /** Rows that pay failed ones again, in the same order, and what is asked once more before they are stored (D40). */
  readonly copies?: { readonly of: readonly bigint[]; recheck(tx: Tx): Promise<void> }
}

export type Taking = {
  readonly services: Services
  readonly by: Actor
  readonly provider: ProviderRecord
  readonly upload: SheetUpload
  readonly batch: SealedBatch
  readonly sources: SheetSources
  readonly progress: ProgressReporter
}
