// No change of a key has the text of another.

import { expect, it } from 'vitest'
import { keyChangeSubject, keyChangeText } from './signed-key-change.ts'

const at = new Date('2026-11-17T01:02:03.000Z')

it('names account, change, key and time', () => {
  expect(keyChangeText({ change: 'remove', passkeyId: 4 }, 7, at)).toBe(
    'paywages passkey 1\naccount 7\nremove\npasskey 4\nat 2026-11-17T01:02:03.000Z',
  )
  expect(keyChangeText({ change: 'add' }, 7, at)).toBe(
    'paywages passkey 1\naccount 7\nadd\nat 2026-11-17T01:02:03.000Z',
  )
})

it('differs for every change', () => {
  const changes = [
    { change: 'add' },
    { change: 'remove', passkeyId: 4 },
    { change: 'remove', passkeyId: 5 },
  ] as const
  expect(new Set(changes.map((change) => keyChangeText(change, 7, at))).size).toBe(3)
  expect(new Set(changes.map(keyChangeSubject)).size).toBe(3)
  expect(keyChangeText({ change: 'add' }, 7, at)).not.toBe(keyChangeText({ change: 'add' }, 8, at))
})
