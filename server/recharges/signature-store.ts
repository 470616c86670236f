// What is signed of a recharge, and the signature behind its approval; the only file that writes recharge_signatures.

import { createHash } from 'node:crypto'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import {
  type ApprovedRecharge,
  approvalText,
  type SignedApproval,
} from '@paywages/domain/recharges/signed-approval.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Made again from what is stored, without any secret. */
export async function approvalDigest(tx: Tx, rechargeId: number, approval: SignedApproval): Promise<Buffer> {
  const row = await tx
    .selectFrom('recharges')
    .where('recharge_id', '=', BigInt(rechargeId))
    .select([
      'provider_id as providerId',
      'amount_fen as amountFen',
      sql<Day>`pay_day::text`.as('payDay'),
      'payer_name as payerName',
      'receiver_account as receiverAccount',
      'receipt_sha256 as receiptSha256',
    ])
    .executeTakeFirstOrThrow()
  const recharge: ApprovedRecharge = { ...row, rechargeId }
  return createHash('sha256').update(approvalText(recharge, approval)).digest()
}

export async function attachSignature(tx: Tx, rechargeId: number, signatureId: bigint): Promise<void> {
  const values = { recharge_id: BigInt(rechargeId), signature_id: signatureId }
  await tx.insertInto('recharge_signatures').values(values).execute()
}
