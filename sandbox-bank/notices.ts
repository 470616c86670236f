// Which results are still to be called back.

import type { Step, Transfer } from './transfer.ts'

export type Notice = {
  readonly event: number
  readonly transfer: Transfer
  /** The step to tell of, whatever became of the transfer since. */
  readonly step: Step
}

export type NoticeState = 'none' | 'pending' | 'delivered' | 'given-up'

export class Notices {
  readonly #open = new Map<number, Notice>()
  readonly #givenUp = new Set<number>()
  #fresh: Notice[] = []
  #nextEvent = 1

  get nextEvent(): number {
    return this.#nextEvent
  }

  get awaitingCount(): number {
    return this.#open.size
  }

  add(notice: Notice): void {
    this.#open.set(notice.event, notice)
    this.#fresh.push(notice)
    this.#nextEvent = Math.max(this.#nextEvent, notice.event + 1)
  }

  close(how: 'delivered' | 'given-up', events: readonly number[]): void {
    for (const event of events) {
      this.#open.delete(event)
      if (how === 'given-up') this.#givenUp.add(event)
    }
  }

  /** Open ones that were not taken before; a replayed journal adds many that it closes later. */
  takeFresh(isWanted: (notice: Notice) => boolean): Notice[] {
    const open = this.#fresh.filter(({ event }) => this.#open.has(event))
    this.#fresh = open.filter((notice) => !isWanted(notice))
    return open.filter(isWanted)
  }

  stateOf(event: number | null): NoticeState {
    if (event === null) return 'none'
    if (this.#open.has(event)) return 'pending'
    return this.#givenUp.has(event) ? 'given-up' : 'delivered'
  }
}
