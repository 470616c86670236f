// Lets each person run few of something heavy at once, and serves those who wait one person after the other.

export type FairLimits = {
  /** At once in this process, whoever asks. */
  readonly most: number
  readonly perPerson: number
  readonly waitingPerPerson: number
}

/** The person has as many running and waiting as may be. */
export class PersonBusy extends Error {
  override readonly name = 'PersonBusy'
  readonly count: number
  constructor(count: number) {
    super('too many of one person at once')
    this.count = count
  }
}

type Waiting = { readonly person: number; enter(): void }

export class FairSlots {
  #limits: FairLimits
  #running = new Map<number, number>()
  #total = 0
  /** In the order of arrival; whoever was served last goes behind the others. */
  #line: Waiting[] = []
  #turns: number[] = []

  constructor(limits: FairLimits) {
    this.#limits = limits
  }

  get running(): number {
    return this.#total
  }

  get waiting(): number {
    return this.#line.length
  }

  /** Waits for a place; the returned function gives it back, and may be called more than once. */
  async claim(person: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const waiting = this.#line.filter((one) => one.person === person).length
    const running = this.#running.get(person) ?? 0
    if (waiting >= this.#limits.waitingPerPerson && !this.#isFree(person))
      throw new PersonBusy(running + waiting)
    await this.#waitForTurn(person, signal)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#leave(person)
    }
  }

  #isFree(person: number): boolean {
    return this.#total < this.#limits.most && (this.#running.get(person) ?? 0) < this.#limits.perPerson
  }

  #waitForTurn(person: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const own: Waiting = {
        person,
        enter: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        const at = this.#line.indexOf(own)
        if (at >= 0) this.#line.splice(at, 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#line.push(own)
      this.#serve()
    })
  }

  #serve(): void {
    for (;;) {
      const free = this.#line.filter(({ person }) => this.#isFree(person))
      const [first] = free.toSorted((a, b) => this.#turns.indexOf(a.person) - this.#turns.indexOf(b.person))
      if (first === undefined) return
      this.#line.splice(this.#line.indexOf(first), 1)
      this.#turns = [...this.#turns.filter((one) => one !== first.person), first.person]
      this.#running.set(first.person, (this.#running.get(first.person) ?? 0) + 1)
      this.#total += 1
      first.enter()
    }
  }

  #leave(person: number): void {
    this.#total -= 1
    const running = (this.#running.get(person) ?? 1) - 1
    if (running > 0) this.#running.set(person, running)
    else this.#running.delete(person)
    this.#serve()
    // Whoever neither runs nor waits has no turn to remember.
    this.#turns = this.#turns.filter(
      (one) => this.#running.has(one) || this.#line.some((waiting) => waiting.person === one),
    )
  }
}
