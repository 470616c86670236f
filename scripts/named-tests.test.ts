import { expect, it } from 'vitest'
import { findNamedTests } from './named-tests.ts'

const nothing = { rules: [], server: [], journeys: [], faults: [] }

it('finds a unit test, a server test and a browser test by a part of their path', () => {
  expect(findNamedTests(['domain/money/money.test.ts'])).toEqual({
    ...nothing,
    rules: ['domain/money/money.test.ts'],
  })
  expect(findNamedTests(['./server/processes/processes'])).toEqual({
    ...nothing,
    server: ['server/processes/processes.test.ts'],
  })
  expect(findNamedTests(['scripts/reconcile'])).toEqual({ ...nothing, server: ['scripts/reconcile.test.ts'] })
  expect(findNamedTests(['login.spec'])).toEqual({ ...nothing, journeys: ['e2e/login.spec.ts'] })
})

it('finds the files that hold a title when no path has the words', () => {
  expect(findNamedTests(['finds the files that hold a title when no path']).rules).toEqual([
    'scripts/named-tests.test.ts',
  ])
})

it('finds fault cases by their name', () => {
  expect(findNamedTests(['bank unreachable'])).toMatchObject({ faults: ['bank unreachable'] })
})

it('finds nothing for words that stand nowhere', () => {
  expect(findNamedTests([`no such ${'words anywhere'}`])).toEqual(nothing)
})
