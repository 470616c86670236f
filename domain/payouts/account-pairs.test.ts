// Which accounts behind a batch may be one person's, at the boundaries.

import { expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import {
  accountPairs,
  asksAgain,
  type BatchHand,
  FEW_AT_ADDRESS,
  type SharedTrait,
  validateClearing,
} from './account-pairs.ts'
import type { BatchStep } from './batch-status.ts'

const hand = (accountId: number, steps: BatchStep[], over: Partial<BatchHand> = {}): BatchHand => ({
  accountId,
  steps,
  name: `Name ${accountId}`,
  devices: [`device ${accountId}`],
  addresses: [{ address: `address ${accountId}`, accounts: 1 }],
  ...over,
})

const at = (accounts: number, address = 'office') => ({ addresses: [{ address, accounts }] })
const laptop = { devices: ['phone', 'laptop'] }
const told = (hands: BatchHand[]) =>
  accountPairs(hands).map(
    ({ accountIds, traits, high }) => `${accountIds.join('+')} ${traits.join(',')}${high ? ' high' : ''}`,
  )

it.each<[string, BatchHand[], string[]]>([
  ['nothing shared', [hand(1, ['upload']), hand(2, ['review'])], []],
  [
    'uploader and reviewer, one device',
    [hand(1, ['upload'], laptop), hand(2, ['review'], laptop)],
    ['1+2 device high'],
  ],
  [
    'reviewer and starter, one device',
    [hand(1, ['review'], laptop), hand(2, ['start'], laptop)],
    ['1+2 device high'],
  ],
  [
    'two reviewers, one device',
    [hand(1, ['review'], laptop), hand(2, ['review'], laptop)],
    ['1+2 device high'],
  ],
  [
    'uploader and auditor, one device',
    [hand(1, ['upload'], laptop), hand(2, ['audit', 'start'], laptop)],
    ['1+2 device'],
  ],
  [
    'one phone number',
    [hand(1, ['upload'], { phone: 'number' }), hand(2, ['review'], { phone: 'number' })],
    ['1+2 phone'],
  ],
  [
    'two phone numbers, and none',
    [hand(1, ['upload'], { phone: 'number' }), hand(2, ['audit'], { phone: 'other' }), hand(3, ['review'])],
    [],
  ],
  ['no phone number on either side', [hand(1, ['upload']), hand(2, ['review'], { phone: undefined })], []],
  [
    'an address that only these two use',
    [hand(1, ['upload'], at(2)), hand(2, ['review'], at(2))],
    ['1+2 address'],
  ],
  [
    'an address with few others',
    [hand(1, ['upload'], at(FEW_AT_ADDRESS)), hand(2, ['review'], at(FEW_AT_ADDRESS))],
    ['1+2 address'],
  ],
  [
    'an office behind one address',
    [hand(1, ['upload'], at(FEW_AT_ADDRESS + 1)), hand(2, ['review'], at(FEW_AT_ADDRESS + 1))],
    [],
  ],
  ['few at two different addresses', [hand(1, ['upload'], at(2, 'a')), hand(2, ['review'], at(2, 'b'))], []],
  [
    'one name, spaced and cased otherwise',
    [hand(1, ['upload'], { name: '王 芳 Ann' }), hand(2, ['review'], { name: '王芳　ＡＮＮ' })],
    ['1+2 name'],
  ],
  ['names that differ', [hand(1, ['upload'], { name: '王芳' }), hand(2, ['review'], { name: '王方' })], []],
  ['no names', [hand(1, ['upload'], { name: '' }), hand(2, ['review'], { name: ' ' })], []],
  [
    'everything, the larger number first',
    [
      hand(9, ['review'], { ...laptop, ...at(2), name: 'A' }),
      hand(2, ['upload'], { ...laptop, ...at(2), name: 'a' }),
    ],
    ['2+9 device,address,name high'],
  ],
  [
    'three of one device: every two',
    [hand(1, ['upload'], laptop), hand(2, ['audit'], laptop), hand(3, ['review'], laptop)],
    ['1+2 device', '1+3 device high', '2+3 device high'],
  ],
  ['one account in two steps', [hand(1, ['upload'], laptop), hand(1, ['audit'], laptop)], []],
])('%s', (_, hands, expected) => expect(told(hands)).toEqual(expected))

it.each<[SharedTrait[], SharedTrait[], number, boolean]>([
  [['name'], ['name'], 0, false],
  [['name'], ['name'], 29.99, false],
  [['name'], ['name'], 30, true],
  [['name'], ['device', 'name'], 0, true],
  [['device', 'name'], ['name'], 1, false],
])(
  'of a pair that was cleared with %j, found again with %j after %d days: %s',
  (before, now, days, expected) => {
    const clearedAt = new Date('2026-11-01T00:00:00Z')
    const foundAt = new Date(clearedAt.getTime() + days * 86_400_000)
    expect(asksAgain({ traits: before, at: clearedAt }, { traits: now, at: foundAt })).toBe(expected)
  },
)

it.each([
  [{ accountId: 7, manager: true }, undefined],
  [{ accountId: 7, superManager: true }, undefined],
  [{ accountId: 2, manager: true }, 'pair-about-you'],
  [{ accountId: 1, superManager: true }, 'pair-about-you'],
  [{ accountId: 7, checkRight: true }, 'not-allowed'],
] as const)('is looked into by %o: %s', (over, refusal) => {
  const person: Person = {
    providerId: 10,
    platformId: 100,
    payRight: false,
    checkRight: false,
    appLoginRight: false,
    manager: false,
    superManager: false,
    ...over,
  }
  expect(validateClearing([1, 2], person)).toBe(refusal)
})
