// Writes a defined sheet as .xlsx from the rows that its query finds.

import type { Readable } from 'node:stream'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { type Row as SheetRow, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import type { SheetDefinition } from './sheet-definition.ts'

export function writeSheet<Ask, Row>(
  { database, cipher }: { readonly database: Database; readonly cipher: Cipher },
  sheet: SheetDefinition<Ask, Row>,
  ask: Ask,
): Readable {
  const columns = sheet.columns(ask)
  async function* pieces(): AsyncGenerator<SheetRow[]> {
    for await (const piece of database.stream((tx) => sheet.pieces(tx, cipher, ask)))
      yield piece.map((row) => columns.map(({ cell }) => cell(row)))
  }
  return writeXlsx(pieces(), { sheetName: sheet.sheetName, columns })
}
