// Writes a defined sheet, or a book of several, as .xlsx from the rows that its queries find.

import type { Readable } from 'node:stream'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { writeBook } from '../adapters/spreadsheet/write-xlsx.ts'
import { type BookDefinition, bookSheet, type SheetDefinition } from './sheet-definition.ts'

type Source = { readonly database: Database; readonly cipher: Cipher }

export function writeSheet<Input, Row>(
  source: Source,
  sheet: SheetDefinition<Input, Row>,
  input: Input,
): Readable {
  return writeSheets(source, bookOf(sheet), input)
}

export function writeSheets<Input>(
  { database, cipher }: Source,
  book: BookDefinition<Input>,
  input: Input,
): Readable {
  return writeBook(database.stream((tx) => book(tx, cipher, input)))
}

function bookOf<Input, Row>(sheet: SheetDefinition<Input, Row>): BookDefinition<Input> {
  return async function* (tx, cipher, input) {
    yield bookSheet(sheet.sheetName, sheet.columns(input), sheet.pieces(tx, cipher, input))
  }
}
