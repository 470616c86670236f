// A binary heap of what falls due, so that hundreds of thousands of waiting transfers cost nothing until their time.

export class DueQueue<Item> {
  readonly #heap: { at: number; item: Item }[] = []

  get nextAt(): number | undefined {
    return this.#heap[0]?.at
  }

  get size(): number {
    return this.#heap.length
  }

  add(at: number, item: Item): void {
    let place = this.#heap.push({ at, item }) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.#at(parent) <= this.#at(place)) return
      this.#swap(place, parent)
      place = parent
    }
  }

  /** Removes and returns what is due, at most `limit` items, earliest first. */
  takeDue(now: number, limit: number): Item[] {
    const due: Item[] = []
    for (let first = this.#heap[0]; first && first.at <= now && due.length < limit; first = this.#heap[0]) {
      due.push(first.item)
      const last = this.#heap.pop()
      if (last && last !== first) {
        this.#heap[0] = last
        this.#sink()
      }
    }
    return due
  }

  #sink(): void {
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      const child = this.#at(right) < this.#at(left) ? right : left
      if (this.#at(place) <= this.#at(child)) return
      this.#swap(place, child)
      place = child
    }
  }

  /** What is not there comes last. */
  #at(place: number): number {
    return this.#heap[place]?.at ?? Number.POSITIVE_INFINITY
  }

  #swap(one: number, other: number): void {
    const [left, right] = [this.#heap[one], this.#heap[other]]
    if (!left || !right) return
    this.#heap[one] = right
    this.#heap[other] = left
  }
}
