// Writes a defined sheet, or a book of several, as .xlsx from the rows that its queries find.

import type { Readable } from 'node:stream'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { writeBook } from '../adapters/spreadsheet/write-xlsx.ts'
import { type BookDefinition, bookSheet, type SheetDefinition } from './sheet-definition.ts'

type Source = { readonly database: Database; readonly cipher: Cipher }

export function writeSheet<Ask, Row>(source: Source, sheet: SheetDefinition<Ask, Row>, ask: Ask): Readable {
  return writeSheets(source, bookOf(sheet), ask)
}

export function writeSheets<Ask>(
  { database, cipher }: Source,
  book: BookDefinition<Ask>,
  ask: Ask,
): Readable {
  return writeBook(database.stream((tx) => book(tx, cipher, ask)))
}

function bookOf<Ask, Row>(sheet: SheetDefinition<Ask, Row>): BookDefinition<Ask> {
  return async function* (tx, cipher, ask) {
    yield bookSheet(sheet.sheetName, sheet.columns(ask), sheet.pieces(tx, cipher, ask))
  }
}
