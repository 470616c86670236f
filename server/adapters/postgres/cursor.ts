// Reads a result too large to hold, piece by piece; the next piece is on its way while one is worked on.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

const PIECE = 2_000

/** One cursor at a time in a transaction; the pieces end with it. */
export async function* inPieces<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare pieces no scroll cursor for ${query}`.execute(tx)
  const fetched = async () => (await sql<Row>`fetch ${sql.lit(PIECE)} from pieces`.execute(tx)).rows
  let next = fetched()
  for (;;) {
    const piece = await next
    const isLast = piece.length < PIECE
    if (!isLast) {
      next = fetched()
      // Whoever leaves early does not wait for it; it fails with the transaction.
      next.catch(() => undefined)
    }
    yield piece
    if (!isLast) continue
    await sql`close pieces`.execute(tx)
    return
  }
}
