// The thread that writes large sheets: each with its own connection and cipher, in memory of its own, and nobody's calls to hold up.

import type { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import pino from 'pino'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { openDatabase } from '../adapters/postgres/database.ts'
import { leaveWhenAsked } from '../adapters/threads/leave-when-asked.ts'
import { lowerPriority } from '../adapters/threads/low-priority.ts'
import type { BookDefinition, BytesDefinition, SheetDefinition } from './sheet-definition.ts'
import type { SheetPiece, SheetRequest, ToThread } from './sheet-messages.ts'
import { type Source, writeBytes, writeSheet, writeSheets } from './write-sheet.ts'

lowerPriority()
leaveWhenAsked('listens to more')

/** So many pieces may wait for a slow reader. */
const MAX_WAITING = 16

const port = parentPort
if (port === null) throw new Error('this file is a thread of the server')

let waiting = 0
let wake = () => {}
port.on('message', (message: ToThread) => {
  if ('taken' in message) {
    waiting -= 1
    wake()
    // An error ends the thread, and the download with it.
  } else void write(message.request)
})

/** A module defines one sheet, a book of several, or a file of another form. */
type Defined =
  | { readonly bytes: BytesDefinition<unknown> }
  | { readonly sheet: SheetDefinition<unknown, unknown> }
  | { readonly book: BookDefinition<unknown> }

function written(source: Source, defined: Defined, input: unknown): Readable {
  if ('bytes' in defined) return writeBytes(source, defined.bytes, input)
  return 'book' in defined
    ? writeSheets(source, defined.book, input)
    : writeSheet(source, defined.sheet, input)
}

async function write({
  module,
  input,
  databaseUrl,
  database: options,
  secrets,
}: SheetRequest): Promise<void> {
  const defined = (await import(module)) as Defined
  const database = openDatabase(databaseUrl, pino({ enabled: false }), {
    ...options,
    // A second is opened where a book asks beside its rows.
    connections: 2,
    kind: 'long',
  })
  const cipher = openCipher(openKeyRing(secrets))
  for await (const bytes of written({ database, cipher }, defined, input)) {
    port?.postMessage({ bytes } satisfies SheetPiece)
    waiting += 1
    while (waiting >= MAX_WAITING)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  await database.close()
  port?.postMessage({ end: true } satisfies SheetPiece)
}
