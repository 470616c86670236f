// Policy × floor × amount × share × who reviewed so far × who decides now, held against an oracle written without the rule.

import { describe, expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import { type BatchState, validateDecision } from '../payouts/batch-status.ts'
import {
  type ApprovalPolicy,
  asksForNew,
  demandOf,
  type Floor,
  MAX_TIERS,
  type Tier,
  TWO_STEPS,
  validateCeilings,
  validatePolicy,
} from './policy.ts'

const tier = (fromFen: bigint, reviewers: number, more: Partial<Tier> = {}): Tier => ({
  fromFen,
  reviewers,
  managerReviews: false,
  newSharePercent: null,
  ...more,
})
const policy = (tiers: readonly Tier[], more: Partial<ApprovalPolicy> = {}): ApprovalPolicy => ({
  ...TWO_STEPS,
  tiers,
  ...more,
})

const POLICIES: Record<string, ApprovalPolicy> = {
  'two steps': TWO_STEPS,
  'two tiers': policy([tier(0n, 1), tier(50_000_00n, 2)]),
  'a manager above': policy([tier(0n, 1), tier(50_000_00n, 1, { managerReviews: true })]),
  'three tiers with a share': policy([
    tier(0n, 1, { newSharePercent: 30 }),
    tier(50_000_00n, 2, { newSharePercent: 0 }),
    tier(200_000_00n, 3, { managerReviews: true }),
  ]),
  'all by a manager': policy([tier(0n, 2, { managerReviews: true })]),
}
const FLOORS: Record<string, readonly Floor[]> = {
  'no floor': [],
  'a lower floor': [{ platformName: 'P', policy: policy([tier(0n, 1), tier(100_000_00n, 2)]) }],
  'a floor with a share and a manager': [
    {
      platformName: 'P',
      policy: policy([tier(0n, 1, { newSharePercent: 50 }), tier(200_000_00n, 2, { managerReviews: true })]),
    },
  ],
  'two floors': [
    { platformName: 'P', policy: policy([tier(0n, 2)]) },
    { platformName: 'Q', policy: policy([tier(0n, 1), tier(50_000_00n, 3)]) },
  ],
}
const AMOUNTS = [1n, 49_999_99n, 50_000_00n, 99_999_99n, 100_000_00n, 199_999_99n, 200_000_00n]
const SHARES = ['none', 'three tenths', 'just above three tenths', 'all'] as const
const newOf = (gross: bigint, share: (typeof SHARES)[number]): bigint =>
  ({
    none: 0n,
    'three tenths': (gross * 3n) / 10n,
    'just above three tenths': (gross * 3n) / 10n + 1n,
    all: gross,
  })[share]

const person = (accountId: number, more: Partial<Person> = {}): Person => ({
  accountId,
  providerId: 1,
  platformId: 1,
  payRight: false,
  checkRight: true,
  appLoginRight: false,
  manager: false,
  superManager: false,
  ...more,
})
const PEOPLE = {
  uploader: person(1),
  auditor: person(2),
  first: person(3),
  second: person(4),
  manager: person(5, { manager: true }),
  superManager: person(6, { superManager: true }),
  stranger: person(7, { providerId: 2 }),
  payer: person(8, { checkRight: false, payRight: true }),
} as const
type Who = keyof typeof PEOPLE
const MANAGES: readonly Who[] = ['manager', 'superManager']
const SO_FAR: readonly (readonly Who[])[] = [
  [],
  ['first'],
  ['manager'],
  ['first', 'second'],
  ['first', 'superManager'],
  ['first', 'second', 'manager'],
]

/** In plain steps: what each policy asks for by itself, and the larger of everything. */
function plainDemand(policies: readonly ApprovalPolicy[], gross: bigint, fresh: bigint) {
  let reviewers = 0
  let manager = false
  for (const { tiers } of policies) {
    let chosen = 0
    while (chosen + 1 < tiers.length && (tiers[chosen + 1] as Tier).fromFen <= gross) chosen += 1
    const share = (tiers[chosen] as Tier).newSharePercent
    const percent = (Number(fresh) / Number(gross)) * 100
    if (share !== null && percent > share && chosen + 1 < tiers.length) chosen += 1
    const { reviewers: asked, managerReviews } = tiers[chosen] as Tier
    if (asked > reviewers) reviewers = asked
    if (managerReviews) manager = true
  }
  return { reviewers, manager }
}

type Plain = ReturnType<typeof plainDemand>

const isComplete = ({ reviewers, manager }: Plain, soFar: readonly Who[]) =>
  soFar.length >= reviewers && (!manager || soFar.some((who) => MANAGES.includes(who)))

function plainReview(demand: Plain, soFar: readonly Who[], who: Who): string {
  if (who === 'payer') return 'needs-check-right'
  if (who === 'stranger') return 'not-own-provider'
  if (isComplete(demand, soFar)) return 'state-changed'
  if (who === 'uploader' || who === 'auditor') return 'reviewer-took-part'
  if (soFar.includes(who)) return 'reviewer-twice'
  if (soFar.length + 1 < demand.reviewers) return 'reviewing'
  return isComplete(demand, [...soFar, who]) ? 'ready' : 'manager-must-review'
}

function batchOf(demand: ReturnType<typeof demandOf>, soFar: readonly Who[], status?: 'ready'): BatchState {
  const history = [
    { step: 'upload', accountId: 1, passed: true },
    { step: 'audit', accountId: 2, passed: true },
    ...soFar.map((who) => ({
      step: 'review' as const,
      accountId: PEOPLE[who].accountId,
      passed: true,
      asManager: MANAGES.includes(who),
    })),
  ] as const
  return { status: status ?? 'reviewing', providerId: 1, payableCount: 3, history, ...demand }
}

const CASES = Object.keys(POLICIES).flatMap((own) =>
  Object.keys(FLOORS).flatMap((floor) =>
    AMOUNTS.flatMap((gross) => SHARES.map((share) => ({ own, floor, gross, share }))),
  ),
)

it('has at least 200 generated cases', () => expect(CASES.length).toBeGreaterThanOrEqual(200))

describe.each(CASES)('$own, $floor, $gross fen, new: $share', ({ own, floor, gross, share }) => {
  const floors = FLOORS[floor] as readonly Floor[]
  const fresh = newOf(gross, share)
  const demand = demandOf(POLICIES[own] as ApprovalPolicy, floors, { grossFen: gross, newFen: fresh })
  const plain = plainDemand(
    [POLICIES[own] as ApprovalPolicy, ...floors.map((one) => one.policy)],
    gross,
    fresh,
  )

  it('asks for the reviewers of the stricter, and of each for a different person', () => {
    expect([demand.reviewersNeeded, demand.managerReviews]).toEqual([plain.reviewers, plain.manager])
    for (const soFar of SO_FAR) {
      const complete = isComplete(plain, soFar)
      const batch = batchOf(demand, soFar, complete ? 'ready' : undefined)
      for (const who of Object.keys(PEOPLE) as Who[]) {
        const validated = validateDecision(batch, { to: 'ready', pass: true }, PEOPLE[who])
        const came = 'refusal' in validated ? validated.refusal : validated.leadsTo
        expect([soFar.join('+'), who, came]).toEqual([soFar.join('+'), who, plainReview(plain, soFar, who)])
      }
      // Whatever its status says, it starts with all of its reviews only, and never by one who reviewed.
      const starts = validateDecision(
        batchOf(demand, soFar, 'ready'),
        { to: 'transferring', pass: true },
        PEOPLE.payer,
      )
      expect('refusal' in starts ? starts.refusal : starts.leadsTo).toBe(
        complete ? 'transferring' : 'reviews-missing',
      )
      for (const who of soFar) {
        const switched = { ...PEOPLE[who], payRight: true, checkRight: false }
        expect(
          validateDecision(batchOf(demand, soFar, 'ready'), { to: 'transferring', pass: true }, switched),
        ).toEqual({ refusal: 'starter-reviewed' })
      }
    }
  })
})

describe('the tier that is shown', () => {
  it('is none for a single tier of the provider', () => {
    expect(demandOf(TWO_STEPS, [], { grossFen: 1n, newFen: 1n }).tier).toBeNull()
  })

  it('names its place, and that new payees or cards raised it', () => {
    const own = POLICIES['three tiers with a share'] as ApprovalPolicy
    expect(demandOf(own, [], { grossFen: 100n, newFen: 31n }).tier).toEqual({
      number: 2,
      of: 3,
      fromFen: 50_000_00n,
      raised: true,
      platformName: '',
    })
  })

  it('names the platform where its floor is the stricter', () => {
    const { tier: shown } = demandOf(TWO_STEPS, FLOORS['two floors'] ?? [], { grossFen: 1n, newFen: 0n })
    expect(shown?.platformName).toBe('P')
  })
})

describe('ceilings', () => {
  const own = policy(TWO_STEPS.tiers, { batchCeilingFen: 100n, dayCeilingFen: 250n })
  const floor = { platformName: 'P', policy: policy(TWO_STEPS.tiers, { dayCeilingFen: 200n }) }
  const demand = demandOf(own, [floor], { grossFen: 1n, newFen: 0n })

  it('are the lower of provider and platform', () => {
    expect([demand.batchCeilingFen, demand.dayCeilingFen]).toEqual([100n, 200n])
  })

  it.each([
    [100n, 0n, undefined],
    [101n, 0n, 'batch-over-ceiling'],
    [100n, 100n, undefined],
    [100n, 101n, 'day-over-ceiling'],
    [1n, 200n, 'day-over-ceiling'],
  ])('judge %s fen after %s fen of the day: %s', (gross, started, refusal) =>
    expect(validateCeilings(demand, gross, started)).toBe(refusal),
  )

  it('stop nothing where there are none', () =>
    expect(validateCeilings({ batchCeilingFen: null, dayCeilingFen: null }, 10n ** 15n, 10n ** 15n)).toBe(
      undefined,
    ))
})

describe('a policy that cannot be set', () => {
  const many = (count: number) => Array.from({ length: count }, (_, place) => tier(BigInt(place), 1))
  it.each([
    ['two steps', TWO_STEPS, undefined],
    ['as many tiers as allowed', policy(many(MAX_TIERS)), undefined],
    ['no tier', policy([]), 'policy-tiers-number'],
    ['too many tiers', policy(many(MAX_TIERS + 1)), 'policy-tiers-number'],
    ['a first tier above nothing', policy([tier(1n, 1)]), 'policy-first-tier'],
    ['two tiers at one amount', policy([tier(0n, 1), tier(0n, 2)]), 'policy-tiers-order'],
    ['tiers that fall', policy([tier(0n, 1), tier(9n, 2), tier(5n, 3)]), 'policy-tiers-order'],
    ['no reviewer', policy([tier(0n, 0)]), 'policy-reviewers'],
    ['six reviewers', policy([tier(0n, 6)]), 'policy-reviewers'],
    ['half a reviewer', policy([tier(0n, 1.5)]), 'policy-reviewers'],
    ['fewer reviewers above', policy([tier(0n, 2), tier(5n, 1)]), 'policy-tiers-weaken'],
    ['no manager above', policy([tier(0n, 1, { managerReviews: true }), tier(5n, 2)]), 'policy-tiers-weaken'],
    ['a share of everything', policy([tier(0n, 1, { newSharePercent: 100 }), tier(5n, 2)]), 'policy-share'],
    ['a share in the last tier', policy([tier(0n, 1, { newSharePercent: 10 })]), 'policy-last-share'],
    ['a ceiling of nothing', policy(TWO_STEPS.tiers, { batchCeilingFen: 0n }), 'policy-ceiling'],
    ['a day of nothing', policy(TWO_STEPS.tiers, { dayCeilingFen: 0n }), 'policy-ceiling'],
    [
      'a day below a batch',
      policy(TWO_STEPS.tiers, { batchCeilingFen: 2n, dayCeilingFen: 1n }),
      'policy-day-below-batch',
    ],
    ['equal ceilings', policy(TWO_STEPS.tiers, { batchCeilingFen: 2n, dayCeilingFen: 2n }), undefined],
  ])('%s: %s', (_, one, problem) => expect(validatePolicy(one)).toBe(problem))

  it('asks for new payees only where a tier names a share', () => {
    expect(Object.values(POLICIES).map(asksForNew)).toEqual([false, false, false, true, false])
  })
})
