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
  async function* rows(): AsyncGenerator<SheetRow> {
    for await (const row of database.stream((tx) => sheet.rows(tx, cipher, ask)))
      yield columns.map(({ cell }) => cell(row))
  }
  return writeXlsx(rows(), { sheetName: sheet.sheetName, columns })
}
