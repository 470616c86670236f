// Writes down which rows stand in which file, by COPY: a batch has a hundred thousand of them.

import { copyBinary } from '../adapters/postgres/binary-copy.ts'
import { CopyWriter } from '../adapters/postgres/copy-writer.ts'
import type { Tx } from '../adapters/postgres/database.ts'

export type FileRows = {
  readonly bankFileId: number
  /** In the order of the file. */
  readonly rows: readonly { readonly rowId: number; readonly amountFen: bigint }[]
}

const COLUMNS = ['bank_file_id', 'position', 'row_id', 'net_fen'] as const

export function insertFileRows(tx: Tx, files: readonly FileRows[]): Promise<void> {
  async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const writer = new CopyWriter(COLUMNS.length)
    for (const { bankFileId, rows } of files) {
      for (const [index, { rowId, amountFen }] of rows.entries()) {
        writer.beginRow()
        writer.int4(bankFileId)
        writer.int4(index + 1)
        writer.int8(rowId)
        writer.int8(Number(amountFen))
      }
      yield writer.take()
    }
  }
  return copyBinary(tx, 'bank_file_rows', COLUMNS, pieces())
}
