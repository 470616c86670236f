// A policy as it is typed: numbers may be missing or no numbers yet; judged by the very rule that the server asks.

import { type ApprovalPolicy, validatePolicy } from '@paywages/domain/approvals/policy.ts'
import { fenFromYuanNumber, yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { approvalRefusals, approvalTexts } from '@paywages/wire/approvals/messages.ts'
import type { TypedNumber } from '../ui/form/typed-number.ts'

export type TypedTier = {
  /** Keeps its fields together while tiers come and go. */
  readonly key: number
  readonly from: TypedNumber
  readonly reviewers: number
  readonly manager: boolean
  readonly share: TypedNumber
}

export type TypedPolicy = {
  readonly tiers: readonly TypedTier[]
  readonly batch: TypedNumber
  readonly day: TypedNumber
}

const yuanOf = (fen: bigint | null): TypedNumber => (fen === null ? null : yuanNumberFromFen(fen))

export function typedPolicy({ tiers, batchCeilingFen, dayCeilingFen }: ApprovalPolicy): TypedPolicy {
  return {
    tiers: tiers.map((tier, key) => ({
      key,
      from: yuanNumberFromFen(tier.fromFen),
      reviewers: tier.reviewers,
      manager: tier.managerReviews,
      share: tier.newSharePercent,
    })),
    batch: yuanOf(batchCeilingFen),
    day: yuanOf(dayCeilingFen),
  }
}

/** The tier above the last one: as strict, from twice its amount on. */
export function withTierAdded({ tiers, ...rest }: TypedPolicy): TypedPolicy {
  const last = tiers.at(-1)
  const added = {
    key: Math.max(0, ...tiers.map(({ key }) => key)) + 1,
    from: null,
    reviewers: Math.min((last?.reviewers ?? 0) + 1, 5),
    manager: last?.manager ?? false,
    share: null,
  }
  return { ...rest, tiers: [...tiers, added] }
}

/** The last tier has none above it, so a share would mean nothing there. */
export function withTierRemoved({ tiers, ...rest }: TypedPolicy, key: number): TypedPolicy {
  const left = tiers.filter((tier) => tier.key !== key)
  return {
    ...rest,
    tiers: left.map((tier, place) => (place === left.length - 1 ? { ...tier, share: null } : tier)),
  }
}

class WrongAmount extends Error {
  override readonly name = 'WrongAmount'
}

function fenOf(typed: TypedNumber): bigint {
  const fen = typeof typed === 'number' ? fenFromYuanNumber(typed) : undefined
  if (fen === undefined || fen < 0n) throw new WrongAmount()
  return fen
}

export type ReadPolicy = { readonly policy: ApprovalPolicy } | { readonly problem: string }

/** What was typed as a policy, or the sentence that says why it is none. */
export function readPolicy({ tiers, batch, day }: TypedPolicy): ReadPolicy {
  try {
    const policy: ApprovalPolicy = {
      tiers: tiers.map(({ from, reviewers, manager, share }) => ({
        fromFen: fenOf(from),
        reviewers,
        managerReviews: manager,
        newSharePercent: share === null ? null : Number(share),
      })),
      batchCeilingFen: batch === null ? null : fenOf(batch),
      dayCeilingFen: day === null ? null : fenOf(day),
    }
    const problem = validatePolicy(policy)
    return problem === undefined ? { policy } : { problem: approvalRefusals[problem].msg }
  } catch (error) {
    if (error instanceof WrongAmount) return { problem: approvalTexts.amountWrong }
    throw error
  }
}
