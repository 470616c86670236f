// Chance from a seed: the same seed draws the same numbers on every machine.

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0 and below 1, by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** A whole number between these two, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  pick<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.next() * list.length)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }

  /** Each with its weight. */
  pickWeighted<T>(list: readonly (readonly [number, T])[]): T {
    const total = list.reduce((sum, [weight]) => sum + weight, 0)
    let left = this.next() * total
    for (const [weight, one] of list) {
      left -= weight
      if (left < 0) return one
    }
    return this.pick(list)[1]
  }
}

/** A draw of its own for each key, so that what happens at once may come in any order and still be the same. */
export function drawFor(seed: number, key: string): Random {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return new Random(Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ seed)
}
