// Knows from which addresses an account has logged in, asking the database seldom: only a guessed account is asked about (D9, ADR 31).

import type { Clock } from '../adapters/clock/clock.ts'
import { RecentMap } from './recent-map.ts'

/** By the account at an address, as `LoginPlace` names it. */
export type AskHome = (accountHere: string) => Promise<boolean>

const MAX_REMEMBERED = 20_000
/** Whoever logs in elsewhere meanwhile is known here after that long. */
const ASKED_AGAIN_MS = 60_000
/** A flood from new addresses holds no more connections than these; whoever is not asked about is taken for a stranger. */
const MAX_ASKED_AT_ONCE = 4

export class LoginHomes {
  #clock: Clock
  #ask: AskHome
  #homes = new RecentMap<true>(MAX_REMEMBERED)
  /** Apart, so that strangers do not push out those who are at home. */
  #strangers = new RecentMap<number>(MAX_REMEMBERED)
  #asked = new Map<string, Promise<boolean>>()

  constructor(clock: Clock, ask: AskHome) {
    this.#clock = clock
    this.#ask = ask
  }

  remember(accountHere: string): void {
    this.#homes.set(accountHere, true)
    this.#strangers.delete(accountHere)
  }

  async isHome(accountHere: string): Promise<boolean> {
    if (this.#homes.get(accountHere)) return true
    const asked = this.#strangers.get(accountHere)
    const age = this.#clock.now().getTime() - (asked ?? Number.NEGATIVE_INFINITY)
    if (age >= 0 && age < ASKED_AGAIN_MS) return false
    const under = this.#asked.get(accountHere)
    if (under) return under
    if (this.#asked.size >= MAX_ASKED_AT_ONCE) return false
    const answer = this.#ask(accountHere).finally(() => this.#asked.delete(accountHere))
    this.#asked.set(accountHere, answer)
    const isHome = await answer
    if (isHome) this.remember(accountHere)
    else this.#strangers.set(accountHere, this.#clock.now().getTime())
    return isHome
  }
}
