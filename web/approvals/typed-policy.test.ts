// Policies as they are typed: round trip, wrong amounts, and tiers that come and go.

import { TWO_STEPS } from '@paywages/domain/approvals/policy.ts'
import { describe, expect, it } from 'vitest'
import { readPolicy, typedPolicy, withTierAdded, withTierRemoved } from './typed-policy.ts'

const two = {
  tiers: [
    { fromFen: 0n, reviewers: 1, managerReviews: false, newSharePercent: 30 },
    { fromFen: 50_000_05n, reviewers: 2, managerReviews: true, newSharePercent: null },
  ],
  batchCeilingFen: 1_000_000_00n,
  dayCeilingFen: null,
}

describe('a typed policy', () => {
  it.each([TWO_STEPS, two])('reads as the policy that it shows', (policy) =>
    expect(readPolicy(typedPolicy(policy))).toEqual({ policy }),
  )

  it.each([
    [{ from: null }, '请输入金额，最多两位小数'],
    [{ from: '1.234' }, '请输入金额，最多两位小数'],
    [{ from: 0 }, '各档的起始金额须逐档升高'],
    [{ share: 5 }, '最高一档没有下一档，不能设置占比'],
    [{ share: 'x' }, '新收款人与换卡占比须为 0 至 99 的整数'],
  ])('with %j says why it is none', (wrong, problem) => {
    const typed = typedPolicy(two)
    const tiers = typed.tiers.map((tier, place) => (place === 1 ? { ...tier, ...wrong } : tier))
    expect(readPolicy({ ...typed, tiers })).toEqual({ problem })
  })

  it('gains a stricter tier whose amount is still to be typed', () => {
    expect(withTierAdded(typedPolicy(two)).tiers.at(-1)).toEqual({
      key: 2,
      from: null,
      reviewers: 3,
      manager: true,
      share: null,
    })
  })

  it('that loses its last tier keeps no share in the new last one', () => {
    expect(withTierRemoved(typedPolicy(two), 1).tiers).toMatchObject([{ key: 0, share: null }])
  })
})
