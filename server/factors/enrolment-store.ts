// Codes for a first second factor in the database; the only file that writes this table.

import type { Tx } from '../adapters/postgres/database.ts'

/** The newest counts; one that was told before is void. */
export async function saveEnrolmentCode(
  tx: Tx,
  accountId: number,
  code: { readonly hash: string; readonly madeBy: number; readonly at: Date },
): Promise<void> {
  const values = { code_hash: code.hash, made_by: code.madeBy, made_at: code.at, guesses: 0 }
  await tx
    .insertInto('enrolment_codes')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

export type KeptCode = { readonly hash: string; readonly guesses: number }

export async function findEnrolmentCode(tx: Tx, accountId: number): Promise<KeptCode | undefined> {
  return tx
    .selectFrom('enrolment_codes')
    .where('account_id', '=', accountId)
    .select(['code_hash as hash', 'guesses'])
    .executeTakeFirst()
}

/** Counted before it is judged, so that many at once are not more than the limit; undefined where that is reached. */
export async function countGuess(
  tx: Tx,
  accountId: number,
  hash: string,
  most: number,
): Promise<number | undefined> {
  const counted = await tx
    .updateTable('enrolment_codes')
    .set((eb) => ({ guesses: eb('guesses', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('guesses', '<', most)
    .returning('guesses')
    .executeTakeFirst()
  return counted?.guesses
}

/** A guess that was right was none. */
export async function uncountGuess(tx: Tx, accountId: number, hash: string): Promise<void> {
  await tx
    .updateTable('enrolment_codes')
    .set((eb) => ({ guesses: eb('guesses', '-', 1) }))
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .execute()
}

export async function hasEnrolmentCode(tx: Tx, accountId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('enrolment_codes')
    .where('account_id', '=', accountId)
    .select('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where there is another code by now, or none: of two who use it at once one does. */
export async function deleteEnrolmentCode(tx: Tx, accountId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('enrolment_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
