// Whoever has a passkey signed each recharge they approved, and what they signed is what is there: by public keys, without any secret (I4, ADR 97).

import { SIGNATURE_MS } from '@paywages/domain/payouts/signed-decision.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { sql } from 'kysely'
import { isSignedBy } from '../adapters/passkeys/webauthn.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { approvalDigest } from '../recharges/signature-store.ts'
import { wasBeforeSignatures } from './decisions-before-signatures.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'

type Approved = {
  readonly rechargeId: number
  readonly accountId: number
  readonly at: Date
  /** None where nothing is signed, though there was a passkey then. */
  readonly publicKey: Buffer | null
  readonly keyOwner: number
  readonly challenge: string
  readonly about: { readonly at: string }
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly signature: Buffer
}

export async function rechargesAreSigned(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<Approved>`
    select r.recharge_id::float8 as "rechargeId", r.decided_by as "accountId", r.decided_at as at, k.public_key as "publicKey",
      k.account_id as "keyOwner", s.challenge, s.about, s.client_data as "clientData", s.authenticator_data as "authenticatorData", s.signature
    from recharges r left join recharge_signatures x using (recharge_id) left join passkey_signatures s using (signature_id)
      left join passkeys k using (passkey_id)
    where r.status = 'approved' and (x.signature_id is not null or exists (
      select from passkeys h where h.account_id = r.decided_by and h.added_at < r.decided_at and (h.removed_at is null or h.removed_at > r.decided_at))
      and not ${wasBeforeSignatures('recharge', sql`r.recharge_id`)})
    order by r.recharge_id`.execute(tx)
  const wrong: Finding[] = []
  for (const approved of rows) {
    const what = await problemOf(tx, approved)
    if (what !== undefined)
      wrong.push({
        invariant: 'I4',
        what: `the approval of recharge ${rechargeNumber(approved.rechargeId)} ${what}`,
      })
    if (wrong.length >= MAX_REPORTED) break
  }
  return wrong
}

async function problemOf(tx: Tx, approved: Approved): Promise<string | undefined> {
  const { publicKey, accountId, challenge, rechargeId } = approved
  if (publicKey === null) return `is not signed, though account ${accountId} has a passkey`
  if (approved.keyOwner !== accountId) return 'is signed by a passkey of another account'
  if (!(await isSignedBy(publicKey, challenge, approved)))
    return 'has a signature that its passkey did not make'
  const at = new Date(approved.about.at)
  if (Math.abs(approved.at.getTime() - at.getTime()) > SIGNATURE_MS) return 'is signed for another time'
  const digest = await approvalDigest(tx, rechargeId, { accountId, at })
  return digest.toString('base64url') === challenge ? undefined : 'is not what was signed'
}
