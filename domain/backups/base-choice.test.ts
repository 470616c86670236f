/** The boundaries of choosing a base backup and of what may be thrown away. */
import { describe, expect, it } from 'vitest'
import { type BaseFacts, chooseBase, expendableBases, isReplayed, walPosition } from './base-choice.ts'

const base = (name: string, hour: number, wal = '000000010000000000000010'): BaseFacts => ({
  name,
  startWal: wal,
  startedAt: new Date(Date.UTC(2026, 10, 17, hour, 0)),
  finishedAt: new Date(Date.UTC(2026, 10, 17, hour, 10)),
})
const BASES = [base('noon', 12), base('dawn', 6), base('dusk', 18)]
const at = (hour: number, minute: number) => new Date(Date.UTC(2026, 10, 17, hour, minute))

describe('the base that a restore begins from', () => {
  it.each([
    ['no moment: the newest', undefined, 'dusk'],
    ['after all of them', at(23, 0), 'dusk'],
    ['the very moment one was finished', at(12, 10), 'noon'],
    ['while it was being taken', at(12, 9), 'dawn'],
    ['before the first was finished', at(6, 9), undefined],
  ])('%s', (_, to, wanted) => {
    expect(chooseBase(BASES, to)?.name).toBe(wanted)
  })
})

it.each([
  [1, ['dawn', 'noon']],
  [2, ['dawn']],
  [3, []],
  [9, []],
  // The last one is never thrown away.
  [0, ['dawn', 'noon']],
])('of three, %i are kept', (keep, gone) => {
  expect(expendableBases(BASES, keep).map(({ name }) => name)).toEqual(gone)
})

it.each([
  ['000000010000000000000010', true],
  ['00000001000000000000000F', false],
  // A later timeline that branched off earlier than the base is no part of it either way; its position decides.
  ['00000002000000000000000F', false],
  ['0000000200000000000000FF', true],
  ['000000010000000100000000', true],
  ['00000002.history', true],
])('of the log, %s is replayed: %s', (name, replayed) => {
  expect(isReplayed(name, base('any', 1))).toBe(replayed)
})

it('knows a segment from what lies beside it', () => {
  expect(walPosition('0000000100000000000000A1')).toBe('00000000000000A1')
  expect(walPosition('0000000100000000000000A1.00000028.backup')).toBeUndefined()
})
