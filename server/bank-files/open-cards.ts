// Opens the cards of a batch before its start: a hundred thousand seals within the transaction would hold every other start back.

import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Services } from '../app-services.ts'
import { paysByFile } from './account-store.ts'
import { type PayableRow, payableRows } from './file-store.ts'

export type OpenedCards = {
  /** Of the rows that they are of, as they are sealed. */
  readonly digest: string
  readonly cards: readonly string[]
}

const RUN = 4_000

/** Undefined where the batch would not go by files. The start compares the digest, and opens anew what is not the same. */
export async function openBefore(services: Services, batchId: number): Promise<OpenedCards | undefined> {
  const rows = await services.database.query(async (tx) =>
    (await paysByFile(tx, batchId)) ? payableRows(tx, batchId) : undefined,
  )
  return rows && { digest: digestOf(rows), cards: await openCards(services, rows) }
}

/** In runs, so that other work comes in between. */
export async function openCards(services: Services, rows: readonly PayableRow[]): Promise<string[]> {
  const cards: string[] = []
  for (let from = 0; from < rows.length; from += RUN) {
    const opened = services.cipher.openRows(rows.slice(from, from + RUN).map(({ sealed }) => sealed))
    for (const { cardNo } of opened) cards.push(cardNo ?? '')
    await nextTurn()
  }
  return cards
}

export function digestOf(rows: readonly PayableRow[]): string {
  const hash = createHash('sha256')
  for (const { rowNumber, sealed } of rows) hash.update(`${rowNumber} ${sealed}\n`)
  return hash.digest('base64')
}
