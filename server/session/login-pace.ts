// Takes up a few logins in each turn of the event loop, so that thousands at once do not hold up everything else in between (ADR 31).

const PER_TURN = 4

export class LoginPace {
  #taken = 0
  #waiting: (() => void)[] = []
  #scheduled = false

  /** Resolves at once while few come. */
  async next(): Promise<void> {
    this.#schedule()
    if (this.#taken < PER_TURN && this.#waiting.length === 0) this.#taken += 1
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      const taken = this.#waiting.splice(0, PER_TURN)
      this.#taken = taken.length
      for (const resolve of taken) resolve()
      if (taken.length > 0) this.#schedule()
    })
  }
}
