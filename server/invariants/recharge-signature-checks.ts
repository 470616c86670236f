// What was signed of an approved recharge is what is there: by public keys, without any secret (I4, ADR 97).

import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { approvalDigest } from '../recharges/signature-store.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'
import { type SignedRecord, signatureProblem } from './signed-record.ts'

type Approved = SignedRecord & {
  readonly rechargeId: number
  readonly accountId: number
  readonly at: Date
}

export async function rechargesAreSigned(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<Approved>`
    select r.recharge_id::float8 as "rechargeId", r.decided_by as "accountId", r.decided_at as at, k.public_key as "publicKey",
      k.account_id as "keyOwner", s.challenge, s.about, s.client_data as "clientData", s.authenticator_data as "authenticatorData", s.signature
    from recharges r join recharge_signatures x using (recharge_id) join passkey_signatures s using (signature_id)
      join passkeys k using (passkey_id)
    where r.status = 'approved'
    order by r.recharge_id`.execute(tx)
  const wrong: Finding[] = []
  for (const approved of rows) {
    const { rechargeId, accountId, at } = approved
    const what = await signatureProblem(approved, { by: accountId, at }, (signedAt) =>
      approvalDigest(tx, rechargeId, { accountId, at: signedAt }),
    )
    if (what !== undefined)
      wrong.push({ invariant: 'I4', what: `the approval of recharge ${rechargeNumber(rechargeId)} ${what}` })
    if (wrong.length >= MAX_REPORTED) break
  }
  return wrong
}
