// What may be done with a category: edited until used, switched when it stands the other way, used while enabled (D30).

import { describe, expect, it } from 'vitest'
import { CATEGORY_STATUSES, type CategoryStatus, judgeEdit, judgeSwitch, judgeUse } from './category.ts'

it('stands on the wire as the spec counts: 0 disabled, 1 enabled', () => {
  expect(CATEGORY_STATUSES).toEqual(['disabled', 'enabled'])
})

describe.each<CategoryStatus>(['enabled', 'disabled'])('%s', (status) => {
  it('is edited while nothing uses it, and never again', () => {
    expect(judgeEdit({ status, used: false })).toBeUndefined()
    expect(judgeEdit({ status, used: true })).toBe('category-used')
  })

  it.each([true, false])('is switched to the other status only, used %j', (used) => {
    for (const to of CATEGORY_STATUSES)
      expect(judgeSwitch({ status, used }, to)).toBe(to === status ? 'state-changed' : undefined)
  })

  it('is chosen for something new while it is enabled', () => {
    expect(judgeUse({ status })).toBe(status === 'enabled' ? undefined : 'category-disabled')
  })
})
