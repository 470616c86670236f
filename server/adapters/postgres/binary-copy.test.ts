// Bulk insertion by binary COPY: every byte arrives, and the memory of what is sent is given back.

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { copyBinary } from './binary-copy.ts'
import { CopyWriter } from './copy-writer.ts'
import { connectionOf, type Tx } from './database.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const PIECES = 60
const ROWS = 50

/** Of many lengths, so that some fit into what the socket takes at once and others do not. */
const bytesOf = (piece: number, row: number) =>
  createHash('shake256', { outputLength: 1 + ((piece * 97 + row * 31) % 7_000) })
    .update(`${piece}-${row}`)
    .digest()

/** Pieces as one after the other is made, whether or not the one before has left. */
async function* made(given: Buffer<ArrayBuffer>[], before: () => Promise<void>) {
  const writer = new CopyWriter(2)
  for (let piece = 0; piece < PIECES; piece += 1) {
    await before()
    for (let row = 0; row < ROWS; row += 1) {
      writer.beginRow()
      writer.int4(piece * ROWS + row)
      writer.bytes(bytesOf(piece, row))
    }
    const taken = writer.take()
    given.push(taken)
    yield taken
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const EXPECTED = Array.from({ length: PIECES * ROWS }, (_, n) =>
  sha256(bytesOf(Math.floor(n / ROWS), n % ROWS)),
)

const copied = (pieces: (tx: Tx) => AsyncGenerator<Buffer<ArrayBuffer>>) =>
  services.database.transact(async (tx) => {
    await sql`create temporary table copied (n int not null, content bytea not null) on commit drop`.execute(
      tx,
    )
    await copyBinary(tx, 'copied' as never, ['n', 'content'] as never, pieces(tx))
    const { rows } = await sql<{ digest: string }>`
      select encode(sha256(content), 'hex') as digest from copied order by n`.execute(tx)
    return rows.map(({ digest }) => digest)
  })

it('stores what was given, however quickly it is made', async () => {
  expect(await copied(() => made([], async () => undefined))).toEqual(EXPECTED)
})

it('frees each piece once it is sent', async () => {
  const given: Buffer<ArrayBuffer>[] = []
  let alive = 0
  const sent = (tx: Tx) => async () => {
    do await setImmediate()
    while (connectionOf(tx).connection.stream.writableLength > 0)
    alive = Math.max(alive, given.filter(({ byteLength }) => byteLength > 0).length)
  }
  expect(await copied((tx) => made(given, sent(tx)))).toEqual(EXPECTED)
  expect(alive).toBeLessThan(4)
})
