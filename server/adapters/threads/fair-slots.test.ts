// Places for heavy work: so many at once and for each person, persons in turn, and nothing left of those who go.

import { describe, expect, it } from 'vitest'
import { FairSlots, PersonBusy } from './fair-slots.ts'

const [ANN, BEN, EVE] = [1, 2, 3]

/** Claims in order, and tells in which order they came in. */
function watched(slots: FairSlots) {
  const entered: string[] = []
  const leaves = new Map<string, () => void>()
  return {
    entered,
    claim: async (person: number, name: string, signal?: AbortSignal) => {
      const leave = await slots.claim(person, signal)
      entered.push(name)
      leaves.set(name, leave)
    },
    leave: async (name: string) => {
      leaves.get(name)?.()
      // Whoever is next comes in before anything else is done.
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

describe('FairSlots', () => {
  it('runs as many as allowed for one person, and as many as allowed in all', async () => {
    const slots = new FairSlots({ most: 3, perPerson: 2, waitingPerPerson: 9 })
    const { claim, entered, leave } = watched(slots)
    const all = [claim(ANN, 'a1'), claim(ANN, 'a2'), claim(ANN, 'a3'), claim(BEN, 'b1'), claim(EVE, 'e1')]
    await Promise.all([all[0], all[1], all[3]])
    expect(entered).toEqual(['a1', 'a2', 'b1'])
    await leave('b1')
    expect(entered).toEqual(['a1', 'a2', 'b1', 'e1'])
    await leave('a1')
    expect(entered).toEqual(['a1', 'a2', 'b1', 'e1', 'a3'])
    for (const name of entered) await leave(name)
    expect([slots.running, slots.waiting]).toEqual([0, 0])
  })

  it('serves persons in turn, not those who came first with many', async () => {
    const slots = new FairSlots({ most: 1, perPerson: 1, waitingPerPerson: 9 })
    const { claim, entered, leave } = watched(slots)
    await claim(EVE, 'e1')
    const waiting = ['e2', 'e3', 'e4'].map((name) => claim(EVE, name))
    waiting.push(claim(ANN, 'a1'), claim(ANN, 'a2'), claim(BEN, 'b1'))
    for (let n = 0; n < 6; n += 1) await leave(entered.at(-1) ?? '')
    await Promise.all(waiting)
    expect(entered).toEqual(['e1', 'a1', 'b1', 'e2', 'a2', 'e3', 'e4'])
  })

  it('refuses whoever has as many waiting as may be, and nobody else', async () => {
    const slots = new FairSlots({ most: 2, perPerson: 1, waitingPerPerson: 1 })
    const { claim, entered, leave } = watched(slots)
    await claim(ANN, 'a1')
    const second = claim(ANN, 'a2')
    await expect(claim(ANN, 'a3')).rejects.toEqual(new PersonBusy(2))
    await claim(BEN, 'b1')
    await leave('a1')
    await second
    expect(entered).toEqual(['a1', 'b1', 'a2'])
  })

  it('lets those go who no longer want to wait', async () => {
    const slots = new FairSlots({ most: 1, perPerson: 1, waitingPerPerson: 9 })
    const { claim, entered, leave } = watched(slots)
    await claim(ANN, 'a1')
    const gone = new AbortController()
    const waiting = claim(ANN, 'a2', gone.signal)
    const last = claim(BEN, 'b1')
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(claim(EVE, 'e1', gone.signal)).rejects.toThrow('gone')
    await leave('a1')
    await last
    // A second call of the same is no second place.
    await leave('a1')
    expect([entered, slots.running, slots.waiting]).toEqual([['a1', 'b1'], 1, 0])
  })
})
