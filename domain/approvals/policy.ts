// How many reviewers a batch needs by its amount, and how much may be paid at once and in a day (ADR 69). The stricter of provider and platform holds.

import type { Fen } from '../money/fen.ts'

/** Holds for batches from this amount on, up to the next tier. */
export type Tier = {
  readonly fromFen: Fen
  readonly reviewers: number
  /** One of them must be a manager. */
  readonly managerReviews: boolean
  /** Above this share of the amount to new payees and changed cards, the next tier holds; null where it makes no difference. */
  readonly newSharePercent: number | null
}

export type ApprovalPolicy = {
  readonly tiers: readonly Tier[]
  readonly batchCeilingFen: Fen | null
  readonly dayCeilingFen: Fen | null
}

/** Audit by one, review by another: what holds where nobody set anything. */
export const TWO_STEPS: ApprovalPolicy = {
  tiers: [{ fromFen: 0n, reviewers: 1, managerReviews: false, newSharePercent: null }],
  batchCeilingFen: null,
  dayCeilingFen: null,
}

export const MAX_REVIEWERS = 5
export const MAX_TIERS = 6

export type PolicyProblem =
  | 'policy-tiers-number'
  | 'policy-first-tier'
  | 'policy-tiers-order'
  | 'policy-reviewers'
  | 'policy-tiers-weaken'
  | 'policy-share'
  | 'policy-last-share'
  | 'policy-ceiling'
  | 'policy-day-below-batch'

/** Why a policy cannot be set; a higher tier never asks for less, so that being raised is never easier. */
export function validatePolicy({
  tiers,
  batchCeilingFen,
  dayCeilingFen,
}: ApprovalPolicy): PolicyProblem | undefined {
  if (tiers.length < 1 || tiers.length > MAX_TIERS) return 'policy-tiers-number'
  if (tiers[0]?.fromFen !== 0n) return 'policy-first-tier'
  for (const [place, tier] of tiers.entries()) {
    const problem = validateTier(tier, tiers[place - 1], place === tiers.length - 1)
    if (problem !== undefined) return problem
  }
  if (batchCeilingFen !== null && batchCeilingFen <= 0n) return 'policy-ceiling'
  if (dayCeilingFen !== null && dayCeilingFen <= 0n) return 'policy-ceiling'
  if (batchCeilingFen !== null && dayCeilingFen !== null && dayCeilingFen < batchCeilingFen)
    return 'policy-day-below-batch'
  return undefined
}

function validateTier(tier: Tier, below: Tier | undefined, isLast: boolean): PolicyProblem | undefined {
  const { reviewers, newSharePercent: share } = tier
  if (!Number.isInteger(reviewers) || reviewers < 1 || reviewers > MAX_REVIEWERS) return 'policy-reviewers'
  if (share !== null && (!Number.isInteger(share) || share < 0 || share > 99)) return 'policy-share'
  if (share !== null && isLast) return 'policy-last-share'
  if (below === undefined) return undefined
  if (tier.fromFen <= below.fromFen) return 'policy-tiers-order'
  const weaker = reviewers < below.reviewers || (below.managerReviews && !tier.managerReviews)
  return weaker ? 'policy-tiers-weaken' : undefined
}

/** What of a batch decides its tier: all of it, and what of it goes to new payees and changed cards. */
export type BatchAmounts = { readonly grossFen: Fen; readonly newFen: Fen }

/** The place of the tier that holds, from 0, and whether new payees and cards brought it there. */
export function tierOf(
  { tiers }: ApprovalPolicy,
  { grossFen, newFen }: BatchAmounts,
): { readonly place: number; readonly raised: boolean } {
  const place = tiers.findLastIndex(({ fromFen }) => grossFen >= fromFen)
  const share = tiers[place]?.newSharePercent ?? null
  const raised = share !== null && place + 1 < tiers.length && newFen * 100n > grossFen * BigInt(share)
  return { place: raised ? place + 1 : place, raised }
}

/** Whether the amount to new payees and cards matters for this policy at all. */
export const asksForNew = ({ tiers }: ApprovalPolicy): boolean =>
  tiers.some(({ newSharePercent }) => newSharePercent !== null)

/** What a batch needs from its upload on. */
export type ApprovalDemand = {
  readonly reviewersNeeded: number
  readonly managerReviews: boolean
  readonly batchCeilingFen: Fen | null
  readonly dayCeilingFen: Fen | null
  readonly tier: FrozenTier | null
}

/** The tier as it is told: which of how many, from which amount on, whether raised, and of which platform where that was stricter. */
export type FrozenTier = {
  readonly number: number
  readonly of: number
  readonly fromFen: Fen
  readonly raised: boolean
  /** Empty for the provider's own. */
  readonly platformName: string
}

/** A platform's policy is a floor: of it and the provider's own, the stricter holds in each point. */
export type Floor = { readonly platformName: string; readonly policy: ApprovalPolicy }

export function demandOf(
  own: ApprovalPolicy,
  floors: readonly Floor[],
  amounts: BatchAmounts,
): ApprovalDemand {
  const asked = [{ platformName: '', policy: own }, ...floors].map(({ platformName, policy }) => {
    const { place, raised } = tierOf(policy, amounts)
    const tier = policy.tiers[place] ?? (TWO_STEPS.tiers[0] as Tier)
    return { tier, policy, shown: shownTier(policy, tier, { place, raised, platformName }) }
  })
  const strictest = asked.reduce((a, b) => (weightOf(b.tier) > weightOf(a.tier) ? b : a))
  return {
    reviewersNeeded: Math.max(...asked.map(({ tier }) => tier.reviewers)),
    managerReviews: asked.some(({ tier }) => tier.managerReviews),
    batchCeilingFen: lowest(asked.map(({ policy }) => policy.batchCeilingFen)),
    dayCeilingFen: lowest(asked.map(({ policy }) => policy.dayCeilingFen)),
    tier: strictest.shown,
  }
}

/** Only where there is more than one tier, or a platform's floor decided. */
function shownTier(
  { tiers }: ApprovalPolicy,
  { fromFen }: Tier,
  { place, raised, platformName }: { place: number; raised: boolean; platformName: string },
): FrozenTier | null {
  if (tiers.length === 1 && platformName === '') return null
  return { number: place + 1, of: tiers.length, fromFen, raised, platformName }
}

const weightOf = ({ reviewers, managerReviews }: Tier): number => reviewers * 2 + (managerReviews ? 1 : 0)

function lowest(ceilings: readonly (Fen | null)[]): Fen | null {
  return ceilings.reduce(
    (least, one) => (one !== null && (least === null || one < least) ? one : least),
    null,
  )
}

export type CeilingRefusal = 'batch-over-ceiling' | 'day-over-ceiling'

/** At the upload nothing is started yet; at the start the day's other starts count, whatever became of them. */
export function validateCeilings(
  { batchCeilingFen, dayCeilingFen }: Pick<ApprovalDemand, 'batchCeilingFen' | 'dayCeilingFen'>,
  grossFen: Fen,
  startedTodayFen: Fen,
): CeilingRefusal | undefined {
  if (batchCeilingFen !== null && grossFen > batchCeilingFen) return 'batch-over-ceiling'
  if (dayCeilingFen !== null && startedTodayFen + grossFen > dayCeilingFen) return 'day-over-ceiling'
  return undefined
}
