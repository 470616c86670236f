// The boundaries of what may be archived, and of which words name a part.

import { expect, it } from 'vitest'
import { archivedBefore, archiveRefusal, isPart, type PartFacts, rangeOfPart } from './archived-part.ts'

const BEFORE = new Date('2026-11-01T00:00:00Z')
const OLD: PartFacts = {
  entries: 1,
  unsealed: 0,
  isOver: true,
  lastAt: new Date(BEFORE.getTime() - 1),
  isAnchored: true,
}

it.each([
  ['older than the bound', {}, undefined],
  ['exactly as old', { lastAt: BEFORE }, 'too-young'],
  ['younger', { lastAt: new Date(BEFORE.getTime() + 1) }, 'too-young'],
  ['without entries', { entries: 0 }, 'empty'],
  ['that still grows', { isOver: false }, 'not-over'],
  ['with one entry that is not sealed', { unsealed: 1 }, 'unsealed'],
  ['whose seals were not published', { isAnchored: false }, 'not-anchored'],
] as const)('a part %s', (_, facts, refusal) => {
  expect(archiveRefusal({ ...OLD, ...facts }, BEFORE)).toBe(refusal)
})

it.each([
  ['2026-11-30T15:59:59.999Z', 1, '2026-09-30T16:00:00.000Z'],
  ['2026-11-30T16:00:00.000Z', 1, '2026-10-31T16:00:00.000Z'],
  ['2026-11-18T10:00:00.000Z', 24, '2024-10-31T16:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 6, '2025-06-30T16:00:00.000Z'],
])('at %s, %i months keep what is not before %s', (now, months, then) => {
  expect(archivedBefore(new Date(now), months).toISOString()).toBe(then)
})

it.each([
  ['first', true],
  ['202611', true],
  ['202612', true],
  ['202613', false],
  ['202600', false],
  ['default', false],
  ['2026-11', false],
  ['', false],
])('%s names a part: %s', (word, is) => {
  expect(isPart(word)).toBe(is)
})

it.each([
  ['first', 0n, 200_001_000_000_000n],
  ['202611', 202_611_000_000_000n, 202_612_000_000_000n],
  ['202612', 202_612_000_000_000n, 202_701_000_000_000n],
])('%s holds the ids from %i up to %i', (part, fromId, beyondId) => {
  expect(rangeOfPart(part)).toEqual({ fromId, beyondId })
})
