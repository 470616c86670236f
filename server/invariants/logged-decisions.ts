// Every approval stands in the audit log, once; where it stands there, not the time it bears, tells whether its author had a passkey then (I4, ADR 111).

import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { earlierDecisions, unloggedDecisions } from './decisions-before-signatures.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'
import { countsThere, isDoubtful, type KeyLife, type LogPlace, placeOf, readKeyLives } from './key-log.ts'

type Decided = {
  readonly kind: 'approval' | 'recharge' | 'proposal'
  readonly id: bigint
  readonly accountId: number | null
  readonly step: string
  readonly name: string
  readonly sealId: bigint | null
  readonly entryId: bigint | null
  readonly times: number
}

/** A start waits for others between being asked for and being made; all else bears the time of its entry. */
const DECISIONS = sql`
  select 'approval' as kind, a.approval_id as id, a.account_id, a.at, a.step, b.batch_no as name, 'payout-batch' as object_kind,
    b.batch_id::text as object_id, case when a.account_id is null then 'adopt-batch' else a.step || '-batch' end as action
  from payout_approvals a join payout_batches b using (batch_id) where a.passed and a.step in ('audit', 'review', 'start')
  union all
  select 'recharge', recharge_id, decided_by, decided_at, 'approval', recharge_id::text, 'recharge', recharge_id::text, 'audit-recharge'
  from recharges where status = 'approved'
  union all
  select 'proposal', proposal_id, decided_by, decided_at, 'confirmation', proposal_no, 'proposal', proposal_id::text,
    case when decided_by is null then 'carry-out-change' else 'confirm-change' end
  from proposals where state = 'done'`

async function readDecisions(tx: Tx): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    with decisions as (${DECISIONS}), found as (
      select d.kind, d.id, d.account_id, d.step, d.name, e.seal_id, e.entry_id,
        row_number() over (partition by d.kind, d.id order by e.seal_id, e.entry_id) as nth
      from decisions d left join audit_entries e on e.action = d.action and e.object_kind = d.object_kind and e.object_id = d.object_id
        and e.account_id is not distinct from d.account_id and (e.at = d.at or d.step = 'start') and e.result = 'done'
        and coalesce(e.after->>'status', '') not like '%rejected')
    select kind, id::bigint, account_id as "accountId", step, name, seal_id as "sealId", entry_id as "entryId",
      (count(*) over (partition by entry_id))::int as times
    from found where nth = 1 order by kind, id`.execute(tx)
  return rows
}

/** An approval that the log does not have, that shares its entry, or that somebody with a passkey did not sign. */
export async function decisionsAreLogged(tx: Tx): Promise<Finding[]> {
  const lives = Map.groupBy(await readKeyLives(tx), ({ accountId }) => accountId)
  const signers = await signersOf(tx)
  const isEarlier = await earlierDecisions(tx)
  const isUnlogged = await unloggedDecisions(tx)
  const wrong: string[] = []
  for (const decision of await readDecisions(tx)) {
    const { kind, id, accountId, sealId, entryId } = decision
    const words = wordsOf(decision)
    if (entryId === null) {
      if (!isUnlogged(kind, id)) wrong.push(`${words} is not in the audit log`)
      continue
    }
    if (decision.times > 1) wrong.push(`${words} shares its entry in the audit log with another`)
    if (accountId === null || (kind !== 'approval' && isEarlier(kind, id))) continue
    const what = unprovedBy(
      signers.get(`${kind} ${id}`),
      placeOf({ sealId, entryId }),
      lives.get(accountId) ?? [],
    )
    if (what !== undefined) wrong.push(`${words} ${what}, though account ${accountId} has a passkey`)
  }
  return wrong.slice(0, MAX_REPORTED).map((what) => ({ invariant: 'I4', what }))
}

/** What a signature proves is looked at with its own kind; here, whether there is one by a key that was its owner's by then. */
function unprovedBy(
  signer: number | undefined,
  place: LogPlace,
  lives: readonly KeyLife[],
): string | undefined {
  if (!lives.some((life) => countsThere(life, place))) return undefined
  if (signer === undefined) return 'is not signed'
  const key = lives.find(({ passkeyId }) => passkeyId === signer)
  const isProof = key !== undefined && key.added < place && !isDoubtful(key, place, lives)
  return isProof ? undefined : 'is signed by a key that is no proof'
}

async function signersOf(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ decision: string; signer: number }>`
    select x.decision, s.passkey_id as signer from (
      select 'approval ' || approval_id as decision, signature_id from approval_signatures
      union all select 'recharge ' || recharge_id, signature_id from recharge_signatures
      union all select 'proposal ' || proposal_id, signature_id from proposal_signatures) x
    join passkey_signatures s using (signature_id)`.execute(tx)
  return new Map(rows.map(({ decision, signer }) => [decision, signer]))
}

function wordsOf({ kind, step, name }: Decided): string {
  if (kind === 'approval') return `the ${step} of batch ${name}`
  return `the ${step} of ${kind} ${kind === 'recharge' ? rechargeNumber(Number(name)) : name}`
}
