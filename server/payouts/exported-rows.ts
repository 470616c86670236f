// A piece of rows on their way into a sheet: their seals are opened together, and their cells are written from the bytes that they came as.

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { FIELD_NUMBER, FieldTexts, type PersonalField } from '../adapters/personal-data/field-texts.ts'
import type { PlacedSeal } from '../adapters/personal-data/row-seals.ts'
import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import { CopiedRow } from '../adapters/postgres/copied-row.ts'
import type { CopiedPiece } from '../adapters/postgres/copy-out.ts'
import { openRow } from './seal-row.ts'

/** What all rows of a batch share; no key where they are sealed in the form of earlier releases. */
export type ExportedBatch = {
  readonly batchId: number
  readonly batchNo: string
  readonly providerName: string
  readonly dataKey: Buffer | null
  readonly dataKeyId: string | null
}

/** The places of the columns that `export-store.ts` asks for. */
export const AT = {
  rowNumber: 0,
  batchId: 1,
  seal: 2,
  sealed: 3,
  name: 4,
  bank: 5,
  amount: 6,
  fee: 7,
  tax: 8,
  vat: 9,
  month: 10,
  remark: 11,
  status: 12,
  error: 13,
  paidAt: 14,
  payoutAt: 15,
  /** In the export of the detail query alone. */
  rowId: 16,
} as const

type Waiting = PlacedSeal & { readonly index: number }

export class ExportedRows {
  /** The row that it stands at. */
  readonly row = new CopiedRow()
  readonly personal = new FieldTexts()
  readonly #cipher: Cipher
  readonly #batches: ReadonlyMap<number, ExportedBatch>
  readonly #receipts: ReadonlySet<number>
  #piece: CopiedPiece = { bytes: Buffer.alloc(0), starts: [] }
  #index = -1
  #batch: ExportedBatch | undefined

  constructor(
    cipher: Cipher,
    batches: ReadonlyMap<number, ExportedBatch>,
    receipts: ReadonlySet<number> = new Set(),
  ) {
    this.#cipher = cipher
    this.#batches = batches
    this.#receipts = receipts
  }

  /** The rows of this piece, before the first of them. */
  moveTo(piece: CopiedPiece): void {
    this.#piece = piece
    this.#index = -1
    this.#openSeals()
  }

  /** The next row; false behind the last. */
  moveOn(): boolean {
    const start = this.#piece.starts[this.#index + 1]
    if (start === undefined) return false
    this.#index += 1
    this.row.moveTo(this.#piece.bytes, start)
    return true
  }

  /** Whether the bank's receipt is there. */
  get hasReceipt(): boolean {
    return this.#receipts.size > 0 && this.#receipts.has(this.row.int8(AT.rowId))
  }

  get batch(): ExportedBatch {
    return this.#batchOf(this.row.int8(AT.batchId))
  }

  startOf(field: PersonalField): number {
    return this.personal.startOf(this.#index, FIELD_NUMBER[field])
  }

  endOf(field: PersonalField): number {
    return this.personal.endOf(this.#index, FIELD_NUMBER[field])
  }

  #openSeals(): void {
    const { bytes, starts } = this.#piece
    const { row, personal } = this
    const waiting = new Map<ExportedBatch, Waiting[]>()
    personal.clear()
    for (const [index, start] of starts.entries()) {
      row.moveTo(bytes, start)
      const batch = this.#batchOf(row.int8(AT.batchId))
      // By the batch, not by the row: one put back to the old form, which is bound to no row, must not open.
      if (batch.dataKey === null) {
        personal.put(index, openRow(this.#cipher, row.text(AT.sealed)))
        continue
      }
      const seal = bytes.subarray(row.startOf(AT.seal), row.endOf(AT.seal))
      const placed = { index, rowNumber: row.int4(AT.rowNumber), seal }
      const others = waiting.get(batch)
      if (others) others.push(placed)
      else waiting.set(batch, [placed])
    }
    for (const [batch, seals] of waiting) this.#openBatch(batch, seals)
  }

  /** Sealed in the order of their numbers, and opened in it: an export may have them in any. */
  #openBatch({ batchId, dataKey, dataKeyId }: ExportedBatch, seals: Waiting[]): void {
    if (dataKey === null || dataKeyId === null) throw new SealBroken(`batch ${batchId} has no data key`)
    seals.sort((a, b) => a.rowNumber - b.rowNumber)
    const { personal } = this
    this.#cipher.dataKeys
      .sealsOf(batchId, { dataKey, dataKeyId })
      .openEach(seals, (at, plain, start, end) =>
        personal.take(seals[at]?.index as number, plain, start, end),
      )
  }

  #batchOf(batchId: number): ExportedBatch {
    if (this.#batch?.batchId === batchId) return this.#batch
    const batch = this.#batches.get(batchId)
    if (batch === undefined) throw new Error(`no batch ${batchId} was asked for`)
    this.#batch = batch
    return batch
  }
}
