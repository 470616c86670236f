// Whether a batch holds payments that a forgotten bank file held: both are told by digests from which nobody can be read (ADR 187).

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { BankFile } from './file-store.ts'

export type Payment = { readonly person: string; readonly grossFen: bigint }

/** Base64 of six bytes: short, and equal by chance in one of 280 billion pairs. */
const DIGEST_LENGTH = 8

/** Of each file its own, so that what a person was paid cannot be followed from mark to mark. The gross, as a lost history changes the tax. */
const digestIn = (storeFileId: string, { person, grossFen }: Payment): string =>
  createHash('sha256').update(`${storeFileId} ${person} ${grossFen}`).digest('base64').slice(0, DIGEST_LENGTH)

/** For its mark, in the order of the digests. */
export async function digestsOfFile(
  tx: Tx,
  { bankFileId, storeFileId }: Pick<BankFile, 'bankFileId' | 'storeFileId'>,
): Promise<string> {
  const { rows } = await sql<Payment>`
    select l.id_hash::text as person, l.amount_fen as "grossFen" from bank_file_rows r join payout_lines l on l.row_id = r.row_id
    where r.bank_file_id = ${bankFileId}`.execute(tx)
  return rows
    .map((payment) => digestIn(storeFileId, payment))
    .sort()
    .join('')
}

export async function paymentsOfBatch(tx: Tx, batchId: number): Promise<readonly Payment[]> {
  const { rows } = await sql<Payment>`
    select id_hash::text as person, amount_fen as "grossFen" from payout_lines
    where batch_id = ${BigInt(batchId)} and not cancelled`.execute(tx)
  return rows
}

/** How many of them are those of a file, by the digests of its mark. */
export function countRepeated(
  payments: readonly Payment[],
  { storeFileId, digests }: { readonly storeFileId: string; readonly digests: string },
): number {
  const held = new Set(digests.match(new RegExp(`.{${DIGEST_LENGTH}}`, 'gs')))
  return payments.filter((payment) => held.has(digestIn(storeFileId, payment))).length
}
