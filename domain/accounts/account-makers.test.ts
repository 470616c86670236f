// Who stands behind an account: nobody is hidden by what came later, nobody is told twice.

import { describe, expect, it } from 'vitest'
import { type Making, makersOf } from './account-makers.ts'

const person = (accountId: number) => ({ accountId, name: `person ${accountId}` })
const day = (number: number) => new Date(Date.UTC(2026, 2, number))
const proposed = (
  act: Making['act'],
  proposer: number,
  confirmer: number | null,
  at: number,
  accountId = 9,
): Making => ({
  accountId,
  act,
  proposerName: person(proposer).name,
  by: confirmer === null ? null : person(confirmer),
  at: day(at),
})
const alone = (act: Making['act'], by: number, at: number, accountId = 9): Making => ({
  accountId,
  act,
  proposerName: null,
  by: person(by),
  at: day(at),
})

describe('who stands behind an account', () => {
  const made = proposed('add-account', 1, 2, 1)
  const reset = proposed('reset-password', 3, 4, 5)
  it.each<[string, readonly Making[], readonly Making[]]>([
    ['nobody', [], []],
    ['its makers', [made], [made]],
    ['its makers, also after a later reset by others', [reset, made], [made, reset]],
    [
      'whoever made it alone before it had rights',
      [alone('add-account', 5, 1), proposed('update-account', 1, 2, 3)],
      [alone('add-account', 5, 1), proposed('update-account', 1, 2, 3)],
    ],
    ['a confirmed proposal once, though the log tells of it too', [made, alone('add-account', 2, 1)], [made]],
    [
      'an act of the confirmer at another moment',
      [made, alone('reset-password', 2, 1), alone('add-account', 2, 2)],
      [made, alone('reset-password', 2, 1), alone('add-account', 2, 2)],
    ],
    [
      'the same people once, with their newest day',
      [reset, proposed('reset-password', 3, 4, 9)],
      [proposed('reset-password', 3, 4, 9)],
    ],
    [
      'what took effect by time',
      [proposed('add-account', 1, null, 1)],
      [proposed('add-account', 1, null, 1)],
    ],
    [
      'each account by itself',
      [made, proposed('add-account', 1, 2, 1, 8)],
      [made, proposed('add-account', 1, 2, 1, 8)],
    ],
  ])('tells %s', (_, makings, told) => {
    expect(makersOf(makings)).toEqual(told)
  })
})
