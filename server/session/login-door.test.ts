// The door's rests: while many wait, a failure is followed by a rest before the next attempt; a success, or a short line, by none.

import { expect, it } from 'vitest'
import { movableClock } from '../testing/test-services.ts'
import { LoginDoor } from './login-door.ts'
import { LoginHomes } from './login-homes.ts'
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
  const clock = movableClock()
  const door = new LoginDoor(
    clock,
    { atOnce: 1, waiting: 50 },
    new LoginHomes(clock, async () => false),
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

it('asks about an address once a minute, about few at once, and never about one that has logged in here', async () => {
  const clock = movableClock()
  const asked: string[] = []
  const answers: ((isHome: boolean) => void)[] = []
  const homes = new LoginHomes(clock, (place) => {
    asked.push(place)
    return new Promise((resolve) => answers.push(resolve))
  })
  homes.remember('home')
  expect(await homes.isHome('home')).toBe(true)
  const first = ['a', 'b', 'c', 'd', 'a'].map((place) => homes.isHome(place))
  expect(await homes.isHome('e')).toBe(false)
  for (const [index, answer] of answers.entries()) answer(index === 1)
  expect(await Promise.all(first)).toEqual([false, true, false, false, false])
  expect([await homes.isHome('a'), await homes.isHome('b')]).toEqual([false, true])
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  clock.advance(60_000)
  const again = homes.isHome('a')
  answers.at(-1)?.(true)
  expect([await again, asked.length]).toEqual([true, 5])
})
