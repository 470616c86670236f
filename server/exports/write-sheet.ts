// Writes a defined sheet, a book of several, or a file of another form, from the rows that its queries find.

import { Readable } from 'node:stream'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { writeBook } from '../adapters/spreadsheet/write-xlsx.ts'
import {
  type BookDefinition,
  type BytesDefinition,
  bookSheet,
  type SheetDefinition,
} from './sheet-definition.ts'

export type Source = { readonly database: Database; readonly cipher: Cipher }

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
  return writeBook(database.stream((tx, beside) => book(tx, cipher, input, beside)))
}

export function writeBytes<Input>(
  { database, cipher }: Source,
  bytes: BytesDefinition<Input>,
  input: Input,
): Readable {
  return Readable.from(
    database.stream((tx) => bytes(tx, cipher, input)),
    { objectMode: false },
  )
}

function bookOf<Input, Row>(sheet: SheetDefinition<Input, Row>): BookDefinition<Input> {
  return async function* (tx, cipher, input) {
    yield bookSheet(sheet.sheetName, sheet.columns(input), sheet.pieces(tx, cipher, input))
  }
}
