// What people with a passkey signed of their approvals of batches is what is there: by public keys, without any secret (I4, ADR 65).

import { DIRECT } from '@paywages/domain/bank-files/choose-account.ts'
import { LATE_MS } from '@paywages/domain/payouts/schedule.ts'
import { SIGNATURE_MS, type SignedDecision } from '@paywages/domain/payouts/signed-decision.ts'
import { sql } from 'kysely'
import { isSignedBy } from '../adapters/passkeys/webauthn.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Terms } from '../payouts/content-hash.ts'
import { decisionDigest } from '../payouts/signed-decision.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'

type Signed = Terms & {
  readonly batchNo: string
  readonly step: SignedDecision['step']
  readonly accountId: number
  readonly at: Date
  /** The batch goes on: its rows are those that were signed, whatever its history says. */
  readonly stands: boolean
  /** When it was set, where it was a scheduled start. */
  readonly setAt: Date | null
  readonly dueAt: Date | null
  /** From where a start is paid. */
  readonly payingAccountId: number
  readonly keyOwner: number
  readonly publicKey: Buffer
  readonly challenge: string
  readonly about: {
    readonly subject: string
    readonly at: string
    readonly seed: string
    readonly due?: string
    readonly paidFrom?: number
  }
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly signature: Buffer
}

export async function approvalsAreSigned(tx: Tx): Promise<Finding[]> {
  const wrong = await misplaced(tx)
  const { rows } = await sql<Signed>`
    select b.batch_id::float8 as "batchId", b.batch_no as "batchNo", b.provider_id as "providerId", b.service_rate as "serviceRate",
      b.withholds_tax as "withholdsTax", b.tax_method as "taxMethod", b.gap_rule as "gapRule", b.gap_rule_named as "gapRuleNamed",
      b.vat_bearer as "vatBearer", b.reviewers_needed as "reviewersNeeded", b.manager_reviews as "managerReviews",
      b.batch_ceiling_fen as "batchCeilingFen", b.day_ceiling_fen as "dayCeilingFen", a.step, a.account_id as "accountId", a.at,
      b.status in ('reviewing', 'ready', 'transferring') as stands,
      c.set_at as "setAt", c.due_at as "dueAt", coalesce(f.paying_account_id, ${DIRECT}) as "payingAccountId", k.account_id as "keyOwner", k.public_key as "publicKey", s.challenge, s.about, s.client_data as "clientData",
      s.authenticator_data as "authenticatorData", s.signature
    from approval_signatures x join payout_approvals a using (approval_id) join passkey_signatures s using (signature_id)
      join passkeys k using (passkey_id) join payout_batches b on b.batch_id = a.batch_id
      left join payout_schedules c on c.signature_id = x.signature_id and c.batch_id = a.batch_id and c.state = 'started' and a.step = 'start'
      left join bank_file_batches f on f.batch_id = b.batch_id
    order by a.approval_id`.execute(tx)
  for (const signed of rows) {
    const what = await problemOf(tx, signed)
    if (what !== undefined) wrong.push(`the ${signed.step} of batch ${signed.batchNo} ${what}`)
    if (wrong.length >= MAX_REPORTED) break
  }
  return wrong.slice(0, MAX_REPORTED).map((what) => ({ invariant: 'I4', what }))
}

async function problemOf(tx: Tx, signed: Signed): Promise<string | undefined> {
  const { publicKey, challenge, about, accountId, step, payingAccountId } = signed
  if (signed.keyOwner !== accountId) return 'is signed by a passkey of another account'
  if (!(await isSignedBy(publicKey, challenge, signed)))
    return 'has a signature that its passkey did not make'
  if (!isSignedThen(signed)) return 'is signed for another time'
  if (!signed.stands) return undefined
  const { digest } = await decisionDigest(tx, signed, { step, accountId, payingAccountId }, about)
  return digest.toString('base64url') === challenge ? undefined : 'is not what was signed'
}

/** At once, or when a start was set, for the very time that it was made at. */
function isSignedThen({ at, about, setAt, dueAt }: Signed): boolean {
  const near = (time: Date) => Math.abs(time.getTime() - new Date(about.at).getTime()) <= SIGNATURE_MS
  if (about.due === undefined) return near(at)
  if (setAt === null || dueAt === null || !near(setAt)) return false
  const late = at.getTime() - new Date(about.due).getTime()
  return dueAt.getTime() === new Date(about.due).getTime() && late >= 0 && late <= LATE_MS + SIGNATURE_MS
}

/** One signature behind two approvals; and a rejection or withdrawal in a batch that goes on: no batch comes back from either. */
async function misplaced(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'one signature stands behind ' || count(*) || ' approvals' as what
    from approval_signatures x join passkey_signatures s using (signature_id)
    group by s.challenge having count(*) > 1
    union all
    select 'batch ' || b.batch_no || ' goes on after a ' || a.step || ' that did not pass'
    from payout_approvals a join payout_batches b using (batch_id)
    where not a.passed and b.status in ('reviewing', 'ready', 'transferring')
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ what }) => what)
}
