// Logins that come at once are taken up a few in each turn of the event loop, in their order, and all of them in the end.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LoginPace } from './login-pace.ts'

it('takes up four logins in a turn, and is fresh again once all are taken up', async () => {
  const pace = new LoginPace()
  const taken: number[] = []
  const come = (count: number) => {
    for (let n = 0; n < count; n += 1) void pace.next().then(() => taken.push(n))
  }
  come(10)
  await Promise.resolve()
  expect(taken).toEqual([0, 1, 2, 3])
  await turnOfTheLoop()
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  await turnOfTheLoop()
  expect(taken).toHaveLength(10)
  await turnOfTheLoop()
  await turnOfTheLoop()
  taken.length = 0
  come(4)
  await Promise.resolve()
  expect(taken).toEqual([0, 1, 2, 3])
})
