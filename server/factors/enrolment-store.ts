// Codes for a first second factor in the database; the only file that writes this table.

import type { Tx } from '../adapters/postgres/database.ts'

/** The newest counts; one that was told before is void. */
export async function saveEnrolmentCode(
  tx: Tx,
  accountId: number,
  code: { readonly hash: string; readonly madeBy: number; readonly at: Date },
): Promise<void> {
  const values = { code_hash: code.hash, made_by: code.madeBy, made_at: code.at }
  await tx
    .insertInto('enrolment_codes')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

/** Held until the transaction ends: of two who use it at once one does. */
export async function lockEnrolmentCode(tx: Tx, accountId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('enrolment_codes')
    .where('account_id', '=', accountId)
    .select('code_hash')
    .forUpdate()
    .executeTakeFirst()
  return row?.code_hash
}

export async function hasEnrolmentCode(tx: Tx, accountId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('enrolment_codes')
    .where('account_id', '=', accountId)
    .select('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteEnrolmentCode(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('enrolment_codes').where('account_id', '=', accountId).execute()
}
