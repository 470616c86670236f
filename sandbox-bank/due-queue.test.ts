// Tests that what falls due comes out in order, whatever the order in which it went in.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DueQueue } from './due-queue.ts'

it('returns due items, earliest first, and keeps the rest', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100)), fc.nat(100), fc.nat(20), (times, now, limit) => {
      const queue = new DueQueue<number>()
      for (const time of times) queue.add(time, time)
      const sorted = times.toSorted((one, other) => one - other)
      const due = sorted.filter((time) => time <= now).slice(0, limit)
      expect(queue.takeDue(now, limit)).toEqual(due)
      expect(queue.nextAt).toBe(sorted[due.length])
      expect(queue.takeDue(100, times.length)).toEqual(sorted.slice(due.length))
      expect(queue.size).toBe(0)
    }),
  )
})
