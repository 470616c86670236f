// Who took which step of a batch, and what they saw: append-only in the database.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BatchStep } from '@paywages/domain/payouts/batch-status.ts'
import type { RiskKind } from '@paywages/domain/payouts/warning-levels.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Shown where a step has no person. */
const ADOPTED_BY = '系统（恢复后按银行记录补记）'

export type Approval = {
  readonly step: BatchStep | 'reseal'
  /** Null for a start that is known from the bank's record alone (ADR 27). */
  readonly accountId: number | null
  readonly passed: boolean
  readonly reason: string
  readonly at: Date
  readonly contentHash: string | null
  readonly keyId: string | null
  readonly checkedRisks?: readonly CheckedRisk[]
  /** Whoever took it was a manager then. */
  readonly asManager?: boolean
}

/** A high risk that was ticked as checked, as it stood then. */
export type CheckedRisk = {
  readonly riskId: string
  readonly kind: RiskKind
  /** The first of them. */
  readonly rowNumbers: number[]
  readonly rowCount: number
  readonly amountFen: Fen
  readonly word: string
}

/** As it is stored: fen as text. */
type StoredRisk = Omit<CheckedRisk, 'amountFen'> & { readonly amountFen: string }

function storedRisks(risks: readonly CheckedRisk[] = []): string | null {
  if (risks.length === 0) return null
  return JSON.stringify(risks.map((risk): StoredRisk => ({ ...risk, amountFen: String(risk.amountFen) })))
}

const readRisks = (stored: readonly StoredRisk[] | null): CheckedRisk[] =>
  (stored ?? []).map((risk) => ({ ...risk, amountFen: BigInt(risk.amountFen) }))

export async function insertApproval(tx: Tx, batchId: number, approval: Approval): Promise<void> {
  await tx
    .insertInto('payout_approvals')
    .values({
      batch_id: BigInt(batchId),
      step: approval.step,
      account_id: approval.accountId,
      passed: approval.passed,
      reason: approval.reason,
      at: approval.at,
      content_hash: approval.contentHash,
      key_id: approval.keyId,
      checked_risks: storedRisks(approval.checkedRisks),
      as_manager: approval.asManager ?? false,
    })
    .execute()
}

/** The batch's history: every step that a person took, in order. */
export async function approvalsOf(tx: Tx, batchId: number) {
  const rows = await tx
    .selectFrom('payout_approvals as a')
    .leftJoin('account_names as i', 'i.account_id', 'a.account_id')
    .where('a.batch_id', '=', BigInt(batchId))
    .where('a.step', '<>', 'reseal')
    .select([
      sql<BatchStep>`a.step`.as('step'),
      // Nobody has the number 0.
      sql<number>`coalesce(a.account_id, 0)`.as('accountId'),
      sql<string>`coalesce(i.account, '')`.as('account'),
      sql<string>`coalesce(i.real_name, ${ADOPTED_BY})`.as('realName'),
      'a.passed',
      'a.reason',
      'a.at',
      'a.as_manager as asManager',
      sql<StoredRisk[] | null>`a.checked_risks`.as('checkedRisks'),
    ])
    .orderBy('a.approval_id')
    .execute()
  return rows.map((row) => ({ ...row, checkedRisks: readRisks(row.checkedRisks) }))
}

/** What the last approval saw, and who gave it. */
export async function lastContentHash(tx: Tx, batchId: number) {
  return tx
    .selectFrom('payout_approvals')
    .where('batch_id', '=', BigInt(batchId))
    .where('content_hash', 'is not', null)
    .select([
      sql<string>`content_hash`.as('contentHash'),
      sql<string>`key_id`.as('keyId'),
      'account_id as accountId',
    ])
    .orderBy('approval_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Puts a signature behind the newest approval of that step. */
export async function attachSignature(
  tx: Tx,
  batchId: number,
  step: BatchStep,
  signatureId: bigint,
): Promise<void> {
  await sql`
    insert into approval_signatures (approval_id, signature_id)
    select max(approval_id), ${signatureId} from payout_approvals where batch_id = ${BigInt(batchId)} and step = ${step}`.execute(
    tx,
  )
}
