// An approval policy as it lies in the database and in proposals, and as before and after show it.

import { type ApprovalPolicy, TWO_STEPS } from '@paywages/domain/approvals/policy.ts'
import { ceilingInWords, tiersInWords } from '@paywages/wire/approvals/messages.ts'
import type { AuditFacts } from '../audit-log/record-entry.ts'

/** Fen as text; in an order of its own, as the database keeps none. */
export type StoredPolicy = {
  readonly tiers: readonly {
    readonly from: string
    readonly reviewers: number
    readonly manager: boolean
    readonly share: number | null
  }[]
  readonly batch: string | null
  readonly day: string | null
}

const textOf = (fen: bigint | null): string | null => (fen === null ? null : String(fen))
const fenOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

export function storedPolicy({ tiers, batchCeilingFen, dayCeilingFen }: ApprovalPolicy): StoredPolicy {
  return {
    tiers: tiers.map(({ fromFen, reviewers, managerReviews, newSharePercent }) => ({
      from: String(fromFen),
      reviewers,
      manager: managerReviews,
      share: newSharePercent,
    })),
    batch: textOf(batchCeilingFen),
    day: textOf(dayCeilingFen),
  }
}

/** The two steps where nothing was set. */
export function readPolicy(stored: StoredPolicy | null | undefined): ApprovalPolicy {
  if (!stored) return TWO_STEPS
  return {
    tiers: stored.tiers.map(({ from, reviewers, manager, share }) => ({
      fromFen: BigInt(from),
      reviewers,
      managerReviews: manager,
      newSharePercent: share,
    })),
    batchCeilingFen: fenOf(stored.batch),
    dayCeilingFen: fenOf(stored.day),
  }
}

export const isSamePolicy = (a: ApprovalPolicy, b: ApprovalPolicy): boolean =>
  JSON.stringify(storedPolicy(a)) === JSON.stringify(storedPolicy(b))

export const policyFacts = (policy: ApprovalPolicy): AuditFacts => ({
  approvalTiers: tiersInWords(policy),
  batchCeiling: ceilingInWords(policy.batchCeilingFen),
  dayCeiling: ceilingInWords(policy.dayCeilingFen),
})
