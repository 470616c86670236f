// Which high risks an approver checks, at the boundaries, and when the checks suffice.

import { expect, it } from 'vitest'
import { MAX_RISKS_OF_A_KIND, type RiskyRow, risksOf, validateChecks } from './risks.ts'
import type { WarningKind } from './sheet-warnings.ts'
import { warningMask } from './warning-mask.ts'

const row = (
  rowNumber: number,
  kinds: readonly WarningKind[],
  cardHash = `card ${rowNumber}`,
  idsFrom: string | null = null,
): RiskyRow => ({
  rowId: rowNumber,
  rowNumber,
  mask: warningMask(kinds),
  cardHash,
  idsFrom,
  amountFen: 100n,
})

const told = (rows: readonly RiskyRow[]) =>
  risksOf(rows).map(({ kind, rows: own }) => `${kind} ${own.map(({ rowNumber }) => rowNumber).join('+')}`)

it('lists a risk of each row, and one of each card that people share', () => {
  const rows = [
    row(2, ['card-shared', 'first-payment'], 'a'),
    row(3, ['likely-duplicate', 'hidden-row']),
    row(4, ['card-shared', 'card-changed', 'amount-unusual'], 'a'),
    row(5, ['card-shared'], 'b'),
    row(6, ['card-changed', 'unsigned']),
  ]
  expect(told(rows)).toEqual([
    'likely-duplicate 3',
    'card-and-amount 4',
    'card-shared 2+4',
    'card-shared 5',
    'hidden-row 3',
  ])
})

it('lists one risk of people whose ID numbers follow one another', () => {
  const rows = [
    row(2, ['ids-consecutive'], undefined, '2'),
    row(3, ['ids-consecutive'], undefined, '3'),
    row(4, ['ids-consecutive', 'hidden-row'], undefined, '2'),
    row(5, ['ids-consecutive'], undefined, '3'),
  ]
  expect(told(rows)).toEqual(['ids-consecutive 2+4', 'ids-consecutive 3+5', 'hidden-row 4'])
})

it('makes one of a kind that is too many', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => row(index + 2, ['likely-duplicate']))
  expect(risksOf(many(MAX_RISKS_OF_A_KIND))).toHaveLength(MAX_RISKS_OF_A_KIND)
  const [all, ...others] = risksOf([...many(MAX_RISKS_OF_A_KIND + 1), row(90, ['hidden-row'])])
  expect([all?.rows.length, others.length]).toEqual([MAX_RISKS_OF_A_KIND + 1, 1])
})

it.each([
  [[], [], undefined],
  [['a'], ['a'], undefined],
  [['a', 'b'], ['b', 'a', 'a'], undefined],
  [['a', 'b'], ['a'], 'risks-unchecked'],
  [['a'], [], 'risks-unchecked'],
  [['a'], ['a', 'b'], 'risks-changed'],
  [['a'], ['b'], 'risks-changed'],
  [[], ['a'], 'risks-changed'],
])('of the risks %j the checks of %j: %s', (risks, checked, refusal) => {
  const checks = checked.map((riskId) => ({ riskId, word: '已核' }))
  expect(validateChecks(risks, checks)).toBe(refusal)
})
