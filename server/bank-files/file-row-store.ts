// Writes down which rows stand in which file, by COPY: a batch has a hundred thousand of them.

import { copyBinary } from '../adapters/postgres/binary-copy.ts'
import { CopyWriter } from '../adapters/postgres/copy-writer.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Payments } from './payments.ts'

export type FileRows = {
  readonly bankFileId: number
  /** Of its payments, in the order of the file. */
  readonly places: readonly number[]
}

const COLUMNS = ['bank_file_id', 'position', 'row_id', 'net_fen'] as const

export function insertFileRows(tx: Tx, payments: Payments, files: readonly FileRows[]): Promise<void> {
  async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const writer = new CopyWriter(COLUMNS.length)
    for (const { bankFileId, places } of files) {
      let position = 0
      for (const place of places) {
        position += 1
        writer.beginRow()
        writer.int4(bankFileId)
        writer.int4(position)
        writer.int8(payments.rowIdAt(place))
        writer.int8(Number(payments.amountFenAt(place)))
      }
      yield writer.take()
    }
  }
  return copyBinary(tx, 'bank_file_rows', COLUMNS, pieces())
}
