// Numbers keys of sixteen bytes in the order they first come, in a few bytes each: a map of texts would take ten times the memory.

const WORDS = 4
const FIRST_KEYS = 1_024
const FREE = 0

export class KeyNumbers {
  #keys = new Int32Array(FIRST_KEYS * WORDS)
  /** Each place holds a key's number and one, at most half of them taken; keys are hashes, so any word of theirs spreads well. */
  #places = new Int32Array(FIRST_KEYS * 2)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The number of the key that stands there, counted from zero. */
  numberOf(bytes: Buffer, at: number): number {
    const a = bytes.readInt32LE(at)
    const b = bytes.readInt32LE(at + 4)
    const c = bytes.readInt32LE(at + 8)
    const d = bytes.readInt32LE(at + 12)
    const mask = this.#places.length - 1
    for (let place = a & mask; ; place = (place + 1) & mask) {
      const number = (this.#places[place] as number) - 1
      if (number < FREE) return this.#add(place, a, b, c, d)
      const keys = this.#keys
      const from = number * WORDS
      if (keys[from] === a && keys[from + 1] === b && keys[from + 2] === c && keys[from + 3] === d)
        return number
    }
  }

  keyOf(number: number): Buffer {
    const key = Buffer.alloc(WORDS * 4)
    for (let word = 0; word < WORDS; word += 1)
      key.writeInt32LE(this.#keys[number * WORDS + word] ?? 0, word * 4)
    return key
  }

  #add(place: number, a: number, b: number, c: number, d: number): number {
    const number = this.#count
    this.#count += 1
    this.#places[place] = number + 1
    const from = number * WORDS
    this.#keys[from] = a
    this.#keys[from + 1] = b
    this.#keys[from + 2] = c
    this.#keys[from + 3] = d
    if (this.#count * WORDS === this.#keys.length) this.#grow()
    return number
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2)
    keys.set(this.#keys)
    const places = new Int32Array(this.#places.length * 2)
    const mask = places.length - 1
    for (let number = 0; number < this.#count; number += 1) {
      let place = (keys[number * WORDS] as number) & mask
      while (places[place] !== FREE) place = (place + 1) & mask
      places[place] = number + 1
    }
    // At once: the collector hardly comes by for numbers, and all the shorter lists together are as long as the last.
    this.#keys.buffer.transfer(0)
    this.#places.buffer.transfer(0)
    this.#keys = keys
    this.#places = places
  }
}
