// The baseline of an upload, in a process of its own: a sheet parsed with the fastest library and copied as plain text, and nothing else.

import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { streamXlsxRows } from 'hucre'
import pg from 'pg'
import { from } from 'pg-copy-streams'

const COLUMNS = 8
const [, , path = '', database = ''] = process.argv
const client = new pg.Client(database)
await client.connect()
process.on('message', async () => {
  const bytes = await readFile(path)
  await pipeline(
    Readable.from(lines(bytes), { objectMode: false }),
    client.query(from('copy frozen.sheet_cells from stdin')),
  )
  process.send?.({ done: true })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })

async function* lines(bytes: Uint8Array) {
  let piece = ''
  for await (const row of streamXlsxRows(bytes)) {
    for (let column = 0; column < COLUMNS; column += 1)
      piece += `${column === 0 ? '' : '\t'}${row.values[column] ?? ''}`
    piece += '\n'
    if (piece.length <= 65_536) continue
    yield piece
    piece = ''
  }
  yield piece
}
