// The door's rests: while many wait, a failure is followed by a rest before the next attempt; a success, or a short line, by none.

import { expect, it } from 'vitest'
import { movableClock } from '../testing/test-services.ts'
import { LoginDoor } from './login-door.ts'
import type { LoginPlace } from './login-place.ts'

const placeOf = (n: number): LoginPlace => {
  const [address, account] = [`203.0.113.${n}`, `account ${n}`]
  return { known: false, network: address, address, account, accountHere: account, locked: account }
}

it.each([
  ['eleven failures', 11, false, 1],
  ['ten failures', 10, false, 0],
  ['eleven successes', 11, true, 0],
])('of %s that come at once rests so often', async (_, count, succeeded, rests) => {
  const waiting: (() => void)[] = []
  const door = new LoginDoor(
    movableClock(),
    { atOnce: 1, waiting: 50 },
    (_ms, then) => void waiting.push(then),
  )
  const started: number[] = []
  const { signal } = new AbortController()
  const entered = Array.from({ length: count }, (_unused, n) =>
    door.enter(placeOf(n), signal, async () => {
      started.push(n)
      return { succeeded }
    }),
  )
  await entered[0]
  expect(waiting).toHaveLength(rests)
  if (rests > 0) expect(started).toHaveLength(1)
  waiting.shift()?.()
  await Promise.all(entered)
  expect([started.length, waiting.length]).toEqual([count, 0])
})
