// Every state of the two places, and who may take one.

import { expect, it } from 'vitest'
import { type KnownSuperManager, type PlaceRefusal, validatePlace } from './super-manager-places.ts'

const one = (account: string, over: Partial<KnownSuperManager> = {}): KnownSuperManager => ({
  account,
  enabled: true,
  replaced: false,
  ...over,
})
const left = (account: string, replaced = false) => one(account, { enabled: false, replaced })

it.each<[string, KnownSuperManager[], string | undefined, PlaceRefusal | undefined]>([
  ['the first', [], undefined, undefined],
  ['the second', [one('a')], undefined, undefined],
  ['a third', [one('a'), one('b')], undefined, 'two-already'],
  ['the same once more', [one('NEW')], undefined, 'already-one'],
  ['a third beside a leaver, unnamed', [one('a'), left('b')], undefined, 'two-already'],
  ['in the place of a leaver', [one('a'), left('b')], 'B', undefined],
  ['in the place of the only one, who left', [left('a')], 'a', undefined],
  ['in the place of somebody who is there', [one('a'), one('b')], 'b', 'leaver-enabled'],
  ['in the place of nobody', [one('a'), one('b')], 'c', 'no-such-leaver'],
  ['twice in one place', [one('a'), left('b', true), one('c')], 'b', 'leaver-replaced'],
  ['after a replacement, unnamed', [one('a'), left('b', true), one('c')], undefined, 'two-already'],
  ['after a replacement whose own place is free', [one('a'), left('b', true), left('c')], 'c', undefined],
  [
    'a leaver who came back to a place that was given',
    [one('a'), one('b', { replaced: true }), left('c')],
    'c',
    'two-already',
  ],
])('%s', (_, known, replaces, refusal) => expect(validatePlace(known, 'new', replaces)).toBe(refusal))
