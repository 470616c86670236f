// The level of every warning, alone and together, and where one is said once for the batch.

import { describe, expect, it } from 'vitest'
import { SHOWN_WARNINGS, type ShownWarning, VAT_WARNING, WARNING_KINDS } from './sheet-warnings.ts'
import {
  countLevels,
  countNoticeKinds,
  highestLevel,
  levelledWarnings,
  levelMasks,
  levelOf,
  ROW_RISKS,
  saidOnce,
  type WarningLevel,
} from './warning-levels.ts'
import { kindsIn, WARNING_BITS, warningMask } from './warning-mask.ts'

const NONE: ReadonlySet<ShownWarning> = new Set()

describe('the level of a warning', () => {
  it.each<[ShownWarning, WarningLevel]>([
    ['likely-duplicate', 'high'],
    ['card-shared', 'high'],
    ['hidden-row', 'high'],
    ['ids-consecutive', 'high'],
    ['card-changed', 'notice'],
    ['amount-unusual', 'notice'],
    ['first-payment', 'notice'],
    ['bank-differs', 'notice'],
    ['card-luhn', 'notice'],
    ['card-failed', 'notice'],
    [VAT_WARNING, 'notice'],
    ['unsigned', 'hint'],
  ])('%s is %s', (kind, level) => expect(highestLevel([kind], NONE)).toBe(level))

  it.each<[string, ShownWarning[], WarningLevel | undefined]>([
    ['nothing', [], undefined],
    ['a changed card and an unusual amount', ['card-changed', 'amount-unusual'], 'high'],
    ['a changed card and a first payment', ['card-changed', 'first-payment'], 'notice'],
    ['a hint beside a notice', ['unsigned', 'card-luhn'], 'notice'],
    ['a notice beside a high risk', ['card-luhn', 'card-shared'], 'high'],
  ])('of %s', (_, kinds, level) => expect(highestLevel(kinds, NONE)).toBe(level))

  it('is high for every risk that is checked', () => {
    expect(ROW_RISKS.map(levelOf)).toEqual(ROW_RISKS.map(() => 'high'))
  })
})

it('shows the highest first, and two that together are a high risk as one', () => {
  const kinds: ShownWarning[] = ['unsigned', 'first-payment', 'amount-unusual', 'card-shared', 'card-changed']
  expect(levelledWarnings(kinds)).toEqual(['card-and-amount', 'card-shared', 'first-payment', 'unsigned'])
  expect(levelledWarnings(SHOWN_WARNINGS)).toHaveLength(SHOWN_WARNINGS.length - 1)
})

describe('what is said once for a batch', () => {
  it.each<[string, Partial<Record<ShownWarning, number>>, number, ShownWarning[]]>([
    ['half of the rows', { unsigned: 15 }, 30, []],
    ['one more than half', { unsigned: 16 }, 30, ['unsigned']],
    ['nine rows', { unsigned: 9 }, 9, []],
    ['ten rows', { unsigned: 10, 'first-payment': 6 }, 10, ['first-payment', 'unsigned']],
    ['VAT', { [VAT_WARNING]: 20 }, 30, [VAT_WARNING]],
    ['never a high risk', { 'likely-duplicate': 30, 'card-shared': 30, 'hidden-row': 30 }, 30, []],
  ])('%s', (_, counts, payable, kinds) => expect([...saidOnce(counts, payable)]).toEqual(kinds))

  it('is a hint in the rows, and still a high risk together with another', () => {
    const once = new Set<ShownWarning>(['card-changed'])
    expect(highestLevel(['card-changed'], once)).toBe('hint')
    expect(highestLevel(['card-changed', 'amount-unusual'], once)).toBe('high')
  })
})

it('counts a row once, at its highest level, and hints nowhere', () => {
  const rows = [
    { mask: warningMask(['card-shared', 'first-payment']), aboveVat: false, count: 2 },
    { mask: warningMask(['first-payment', 'unsigned']), aboveVat: false, count: 3 },
    { mask: warningMask(['unsigned']), aboveVat: false, count: 5 },
    { mask: 0, aboveVat: true, count: 7 },
  ]
  expect(countLevels(rows, NONE)).toEqual({ high: 2, notice: 10 })
  expect(countLevels(rows, new Set([VAT_WARNING, 'first-payment']))).toEqual({ high: 2, notice: 0 })
})

it('counts notices by kind on the rows at that level alone', () => {
  const rows = [
    { mask: warningMask(['card-shared', 'first-payment']), aboveVat: false, count: 2 },
    { mask: warningMask(['card-changed', 'amount-unusual']), aboveVat: true, count: 4 },
    { mask: warningMask(['first-payment', 'card-luhn', 'unsigned']), aboveVat: false, count: 3 },
    { mask: warningMask(['card-luhn']), aboveVat: false, count: 1 },
    { mask: 0, aboveVat: true, count: 7 },
  ]
  expect(countNoticeKinds(rows, NONE)).toEqual({ 'first-payment': 3, 'card-luhn': 4, [VAT_WARNING]: 7 })
  expect(countNoticeKinds(rows, new Set(['first-payment', VAT_WARNING]))).toEqual({ 'card-luhn': 4 })
})

it('finds by mask what it counts by kind', () => {
  for (const once of [NONE, new Set<ShownWarning>(['card-changed', 'first-payment', VAT_WARNING])]) {
    const { high, together, notice, vatIsNotice } = levelMasks(once)
    for (let mask = 0; mask < 2 ** WARNING_KINDS.length; mask += 1) {
      const isHigh = (mask & high) !== 0 || (mask & together) === together
      const level = isHigh ? 'high' : (mask & notice) !== 0 ? 'notice' : undefined
      const counted = highestLevel(kindsIn(mask), once)
      expect(counted === 'hint' ? undefined : counted).toBe(level)
    }
    expect(highestLevel([VAT_WARNING], once) === 'notice').toBe(vatIsNotice)
  }
})

it('has a bit of its own for every kind', () => {
  expect(Object.keys(WARNING_BITS).sort()).toEqual([...WARNING_KINDS].sort())
  expect(warningMask(WARNING_KINDS)).toBe(2 ** WARNING_KINDS.length - 1)
  expect(kindsIn(warningMask(['unsigned', 'card-changed']))).toEqual(['card-changed', 'unsigned'])
})
