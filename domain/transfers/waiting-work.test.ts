// Which transfers more workers would help with.

import { expect, it } from 'vitest'
import { waitingWork } from './waiting-work.ts'

it.each([
  [[], 0],
  [[{ state: 'reserved', count: 7 }], 7],
  [
    [
      { state: 'reserved', count: 7 },
      { state: 'sending', count: 2 },
    ],
    9,
  ],
  [
    [
      { state: 'in-doubt', count: 4 },
      { state: 'manual', count: 5_000 },
      { state: 'accepted', count: 3 },
    ],
    0,
  ],
])('of %j counts %i', (states, waiting) => expect(waitingWork(states)).toBe(waiting))
