// What was signed of a confirmed proposal is what is there: by public keys, without any secret (I4, ADR 97).

import type { ConfirmedProposal } from '@paywages/domain/proposals/signed-confirmation.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { confirmationDigest } from '../proposals/sign-confirmation.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'
import { type SignedRecord, signatureProblem } from './signed-record.ts'

type Confirmed = ConfirmedProposal &
  SignedRecord & {
    readonly proposalNo: string
    readonly decidedBy: number
    readonly decidedAt: Date
  }

export async function confirmationsAreSigned(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<Confirmed>`
    select p.proposal_id as "proposalId", p.proposal_no as "proposalNo", p.kind, p.provider_id as "providerId", p.account_id as "accountId",
      p.proposed_by as "proposedBy", p.facts_before as before, p.facts_after as after, p.decided_by as "decidedBy", p.decided_at as "decidedAt",
      k.public_key as "publicKey", k.account_id as "keyOwner", s.challenge, s.about, s.client_data as "clientData",
      s.authenticator_data as "authenticatorData", s.signature
    from proposals p join proposal_signatures x using (proposal_id) join passkey_signatures s using (signature_id)
      join passkeys k using (passkey_id)
    where p.state = 'done' and p.decided_by is not null
    order by p.proposal_id`.execute(tx)
  const wrong: Finding[] = []
  for (const confirmed of rows) {
    const { decidedBy, decidedAt, proposalNo } = confirmed
    const what = await signatureProblem(confirmed, { by: decidedBy, at: decidedAt }, (signedAt) =>
      confirmationDigest(confirmed, decidedBy, signedAt),
    )
    if (what !== undefined)
      wrong.push({ invariant: 'I4', what: `the confirmation of proposal ${proposalNo} ${what}` })
    if (wrong.length >= MAX_REPORTED) break
  }
  return wrong
}
