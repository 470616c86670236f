// What happened in one seed, line by line in virtual time: printed on demand, and the same at every replay.

import { createHash } from 'node:crypto'
import type { Clock } from '../../adapters/clock/clock.ts'

export class Journal {
  readonly lines: string[] = []
  readonly #clock: Clock
  readonly #began: number
  #replayable = Number.POSITIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
    this.#began = clock.now().getTime()
  }

  note(who: string, what: string): void {
    const seconds = (this.#clock.now().getTime() - this.#began) / 1_000
    this.lines.push(`${seconds.toFixed(3).padStart(12)}  ${who.padEnd(11)} ${what}`)
  }

  /** From here on truly parallel work may come in another order at a replay. */
  endReplayable(): void {
    this.#replayable = Math.min(this.#replayable, this.lines.length)
  }

  /** Equal for two runs of one seed. */
  digest(): string {
    return createHash('sha256').update(this.lines.slice(0, this.#replayable).join('\n')).digest('hex')
  }
}
