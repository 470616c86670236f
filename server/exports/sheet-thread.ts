// The thread that writes one large sheet: its own connection, its own memory, and nobody's calls to hold up.

import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { openDatabase } from '../adapters/postgres/database.ts'
import type { BookDefinition, SheetDefinition } from './sheet-definition.ts'
import type { SheetPiece, SheetRequest } from './sheet-messages.ts'
import { writeSheet, writeSheets } from './write-sheet.ts'

/** So many pieces may wait for a slow reader. */
const MAX_WAITING = 16

const { module, input, databaseUrl, database: options, secrets } = workerData as SheetRequest
const port = parentPort
if (port === null) throw new Error('this file is a thread of the server')

let waiting = 0
let wake = () => {}
port.on('message', () => {
  waiting -= 1
  wake()
})

/** A module defines one sheet, or a book of several. */
type Defined =
  | { readonly sheet: SheetDefinition<unknown, unknown> }
  | { readonly book: BookDefinition<unknown> }

const defined = (await import(module)) as Defined
const database = openDatabase(databaseUrl, pino({ enabled: false }), {
  ...options,
  connections: 1,
  kind: 'long',
})
const cipher = openCipher(openKeyRing(secrets))
const source = { database, cipher }
const bytesOf =
  'book' in defined ? writeSheets(source, defined.book, input) : writeSheet(source, defined.sheet, input)
for await (const bytes of bytesOf) {
  port.postMessage({ bytes } satisfies SheetPiece)
  waiting += 1
  while (waiting >= MAX_WAITING)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
}
port.postMessage({ end: true } satisfies SheetPiece)
