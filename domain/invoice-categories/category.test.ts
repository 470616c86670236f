// What may be done with a category: edited until used, switched when it stands the other way, used while enabled (D30).

import { describe, expect, it } from 'vitest'
import {
  CATEGORY_STATUSES,
  type CategoryStatus,
  validateEdit,
  validateSwitch,
  validateUse,
} from './category.ts'

it('lists the statuses in wire order: 0 disabled, 1 enabled', () => {
  expect(CATEGORY_STATUSES).toEqual(['disabled', 'enabled'])
})

describe.each<CategoryStatus>(['enabled', 'disabled'])('invoice category that is %s', (status) => {
  it('can be edited only until it is used', () => {
    expect(validateEdit({ status, used: false })).toBeUndefined()
    expect(validateEdit({ status, used: true })).toBe('category-used')
  })

  it.each([true, false])('can be switched only to the other status (used: %j)', (used) => {
    for (const to of CATEGORY_STATUSES)
      expect(validateSwitch({ status, used, usedElsewhere: false }, to)).toBe(
        to === status ? 'state-changed' : undefined,
      )
  })

  it('is disabled only by those in whose scope all its uses are', () => {
    const state = { status, used: true, usedElsewhere: true }
    expect(validateSwitch(state, 'disabled')).toBe(
      status === 'disabled' ? 'state-changed' : 'category-used-elsewhere',
    )
    expect(validateSwitch(state, 'enabled')).toBe(status === 'enabled' ? 'state-changed' : undefined)
  })

  it('can be chosen for new records only while enabled', () => {
    expect(validateUse({ status })).toBe(status === 'enabled' ? undefined : 'category-disabled')
  })
})
