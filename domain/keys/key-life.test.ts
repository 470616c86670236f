/** Tables of which rings may start, who seals anew and which keys may be retired. */
import { describe, expect, it } from 'vitest'
import { judgeRetirement, type KnownKey, ringFit, sealsAnew } from './key-life.ts'

const known = (...ids: string[]): KnownKey[] =>
  ids.map((id) => ({ keyId: id.replace('-', ''), retired: id.startsWith('-') }))

describe('which rings may start', () => {
  it.each([
    ['a fresh database', known(), 'a', ['a'], 'fits'],
    ['the one key', known('a'), 'a', ['a'], 'fits'],
    ['the next key rolled out, not yet written with', known('a'), 'a', ['a', 'b'], 'fits'],
    ['the new key with the old one', known('a', 'b'), 'b', ['b', 'a'], 'fits'],
    ['the earlier setting beside the new one', known('a', 'b'), 'a', ['a', 'b'], 'fits'],
    ['the new key without the old one', known('a', 'b'), 'b', ['b'], 'lacks-key a'],
    ['a process that was never told of the new key', known('a', 'b'), 'a', ['a'], 'lacks-key b'],
    ['without a key that is retired', known('-a', 'b'), 'b', ['b'], 'fits'],
    ['with it, for old backups', known('-a', 'b'), 'b', ['b', 'a'], 'fits'],
    ['writing with it again', known('-a', 'b'), 'a', ['a', 'b'], 'writes-with-retired a'],
  ])('%s', (_, keys, currentId, ids, wanted) => {
    const fit = ringFit(keys, { currentId, ids })
    expect(fit.fits ? 'fits' : `${fit.why} ${fit.keyId}`).toBe(wanted)
  })
})

it.each([
  ['one key: nothing to do', known('a'), 'a', false],
  ['the newest of two', known('a', 'b'), 'b', true],
  ['the older of two would turn back what the newer did', known('a', 'b'), 'a', false],
  ['the others are retired', known('-a', 'b'), 'b', false],
  ['two older ones', known('a', 'b', 'c'), 'c', true],
])('who seals anew: %s', (_, keys, currentId, wanted) => expect(sealsAnew(keys, currentId)).toBe(wanted))

it.each([
  ['nothing uses it', known('a', 'b'), 'a', [], [{ what: 'files', count: 0 }], 'may'],
  ['a value is left', known('a', 'b'), 'a', [], [{ what: 'files', count: 1 }], 'in-use'],
  ['a process writes with it', known('a', 'b'), 'a', ['api'], [], 'written-with'],
  ['the newest', known('a', 'b'), 'b', [], [], 'newest'],
  ['the only one left', known('-a', 'b'), 'b', [], [], 'newest'],
  ['twice', known('-a', 'b'), 'a', [], [], 'retired'],
  ['never seen', known('a', 'b'), 'c', [], [], 'unknown'],
])('retiring: %s', (_, keys, keyId, writers, uses, wanted) => {
  const verdict = judgeRetirement(keys, keyId, writers, uses)
  expect(verdict.may ? 'may' : verdict.why).toBe(wanted)
})
