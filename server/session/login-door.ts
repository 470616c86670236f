// Lets few logins through at once, before the database or argon2 sees any: by address, by account, and in a short line (D9, ADR 31).

import {
  ACCOUNT_RATE,
  ADDRESS_RATE,
  type Bucket,
  FAULT_RATE,
  giveTokenBack,
  type Rate,
  spentTokens,
  takeToken,
} from '@paywages/domain/session/attempt-rate.ts'
import {
  givesWayBefore,
  isServedBefore,
  loginRank,
  type WaitingLogin,
} from '@paywages/domain/session/login-order.ts'
import type { Clock } from '../adapters/clock/clock.ts'
import { Refused } from '../refused.ts'
import type { LoginHomes } from './login-homes.ts'
import type { LoginPlace } from './login-place.ts'
import { RecentMap } from './recent-map.ts'

export type LoginDoorLimits = {
  /** Logins in work; each holds at most one connection and one argon2 thread. */
  readonly atOnce: number
  /** How many devices that are not known may wait, and as many that are. */
  readonly waiting: number
}

const BUSY_SECONDS = 2
/** Nobody waits longer for a turn: whoever is still there tries again. */
const MAX_WAIT_MS = 10_000
const MAX_REMEMBERED = 20_000
/** From so many waiting on, each failure is followed by a rest as long as it took: a flood gets half of the processors it could use. */
const FLOOD_LENGTH = 10
const MAX_REST_MS = 250

type Rest = (ms: number, then: () => void) => void
const setTimeoutFor: Rest = (ms, then) => void setTimeout(then, ms)

type InLine = WaitingLogin & {
  readonly locked: string
  readonly since: number
  start(): void
  turnAway(reason: Refused): void
}

/** The place in line, and the tokens that a success gives back. */
type Taken = { readonly rank: number; readonly taken: readonly (readonly [string, Rate])[] }
const NOTHING_TAKEN: Taken = { rank: 0, taken: [] }

/** A lock that the database told of, so that it need not be asked again. */
type Closed = { readonly code: 'account-locked' | 'address-locked'; readonly until: Date }

export class LoginDoor {
  #clock: Clock
  #limits: LoginDoorLimits
  #line: InLine[] = []
  #inWork = new Set<string>()
  #arrivals = 0
  #rates = new RecentMap<Bucket>(MAX_REMEMBERED)
  #closed = new RecentMap<Closed>(MAX_REMEMBERED)
  /** Addresses from which someone has logged in. */
  #welcome = new RecentMap<true>(MAX_REMEMBERED)

  #homes: LoginHomes
  #rest: Rest

  constructor(clock: Clock, limits: LoginDoorLimits, homes: LoginHomes, rest: Rest = setTimeoutFor) {
    this.#clock = clock
    this.#limits = limits
    this.#homes = homes
    this.#rest = rest
  }

  /** Runs the work when it is its turn. Attempts at one account from one place come one after the other: none is counted twice. */
  async enter<T extends { readonly succeeded: boolean }>(
    place: LoginPlace,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    this.#refuseClosed(place)
    const { rank, taken } = place.known ? NOTHING_TAKEN : this.#take(place, await this.#isSpared(place))
    await this.#turn(place, rank, signal)
    const begun = performance.now()
    let succeeded = false
    try {
      const outcome = await work()
      succeeded = outcome.succeeded
      if (succeeded) this.#giveBack(place, taken)
      return outcome
    } finally {
      const leave = () => {
        this.#inWork.delete(place.locked)
        this.#next()
      }
      if (succeeded || this.#line.length < FLOOD_LENGTH) leave()
      else this.#rest(Math.min(performance.now() - begun, MAX_REST_MS), leave)
    }
  }

  /**
   * Refuses, before its body is read, what could not enter anyway: an address that has no attempt left, or one that would be served
   * behind everybody in a full line. A flood costs little more than its connections.
   */
  refuseEarly(network: string): void {
    const now = this.#clock.now().getTime()
    const address = takeToken(this.#rates.get(`address ${network}`), ADDRESS_RATE, now)
    if ('waitMs' in address) throw tooOften(address.waitMs)
    if (this.#line.length < this.#limits.waiting) return
    const faults = spentTokens(this.#rates.get(`faults ${network}`), FAULT_RATE, now)
    const rank = loginRank(faults, this.#welcome.get(network) === true)
    const unknown = this.#line.filter((one) => !one.known)
    if (unknown.length < this.#limits.waiting || unknown.some((one) => one.rank >= rank)) return
    this.#rates.set(`address ${network}`, address.bucket)
    throw busy()
  }

  /** Remembers a lock until it ends by itself: nothing else ends one. */
  close(subject: string, closed: Closed): void {
    this.#closed.set(subject, closed)
  }

  #refuseClosed(place: LoginPlace): void {
    const now = this.#clock.now()
    for (const subject of place.known ? [place.locked] : [place.locked, place.address]) {
      const closed = this.#closed.get(subject)
      if (closed === undefined) continue
      if (now < closed.until) throw new Refused(closed.code, waitDetail(closed.until, now))
      this.#closed.delete(subject)
    }
  }

  /**
   * Guesses from everywhere at an account do not shut out the addresses from which it has logged in: these pay with their own
   * tokens, and are locked by five failures of their own.
   */
  async #isSpared({ account, accountHere }: LoginPlace): Promise<boolean> {
    const now = this.#clock.now().getTime()
    const left = takeToken(this.#rates.get(`account ${account}`), ACCOUNT_RATE, now)
    return 'waitMs' in left && this.#homes.isHome(accountHere)
  }

  /** Takes a token of the address, and of the account unless it is spared that; gives the place in line. */
  #take(place: LoginPlace, isSpared: boolean): Taken {
    const now = this.#clock.now().getTime()
    const wanted: [string, Rate][] = [[`address ${place.network}`, ADDRESS_RATE]]
    if (!isSpared) wanted.push([`account ${place.account}`, ACCOUNT_RATE])
    const taken = wanted.map(([key, rate]) => ({ key, ...takeToken(this.#rates.get(key), rate, now) }))
    const waitMs = Math.max(...taken.map((one) => ('waitMs' in one ? one.waitMs : 0)))
    if (waitMs > 0) throw tooOften(waitMs)
    for (const one of taken) if ('bucket' in one) this.#rates.set(one.key, one.bucket)
    const faults = `faults ${place.network}`
    const spent = spentTokens(this.#rates.get(faults), FAULT_RATE, now)
    this.#rates.set(faults, { spent: spent + 1, at: now })
    return {
      rank: loginRank(spent, this.#welcome.get(place.network) === true),
      taken: [...wanted, [faults, FAULT_RATE]],
    }
  }

  #giveBack(place: LoginPlace, taken: Taken['taken']): void {
    this.#welcome.set(place.network, true)
    this.#homes.remember(place.accountHere)
    const now = this.#clock.now().getTime()
    for (const [key, rate] of taken) this.#rates.set(key, giveTokenBack(this.#rates.get(key), rate, now))
  }

  async #turn(place: LoginPlace, rank: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw busy()
    this.#arrivals += 1
    const since = this.#clock.now().getTime()
    const about = { known: place.known, rank, arrival: this.#arrivals, locked: place.locked, since }
    await new Promise<void>((resolve, reject) => {
      // Nobody hears the answer.
      const leave = () => this.#turnAway(own, busy())
      const settled = <T>(then: (value: T) => void) => {
        return (value: T) => {
          signal.removeEventListener('abort', leave)
          then(value)
        }
      }
      const own: InLine = { ...about, start: settled(resolve), turnAway: settled(reject) }
      signal.addEventListener('abort', leave, { once: true })
      this.#line.push(own)
      this.#next()
      this.#makeRoom(place.known)
    })
  }

  #next(): void {
    const oldest = this.#clock.now().getTime() - MAX_WAIT_MS
    for (const one of this.#line.filter(({ since }) => since < oldest)) this.#turnAway(one, busy())
    while (this.#inWork.size < this.#limits.atOnce) {
      const free = this.#line.filter(({ locked }) => !this.#inWork.has(locked))
      const first = free.reduce<InLine | undefined>(
        (best, one) => (best === undefined || isServedBefore(one, best) ? one : best),
        undefined,
      )
      if (first === undefined) return
      this.#line.splice(this.#line.indexOf(first), 1)
      this.#inWork.add(first.locked)
      first.start()
    }
  }

  #makeRoom(known: boolean): void {
    const rivals = this.#line.filter((one) => one.known === known)
    if (rivals.length <= this.#limits.waiting) return
    const last = rivals.reduce((worst, one) => (givesWayBefore(one, worst) ? one : worst))
    this.#turnAway(last, busy())
  }

  #turnAway(one: InLine, reason: Refused): void {
    const at = this.#line.indexOf(one)
    if (at < 0) return
    this.#line.splice(at, 1)
    one.turnAway(reason)
  }
}

const tooOften = (waitMs: number) => new Refused('login-too-often', { seconds: Math.ceil(waitMs / 1_000) })
const busy = () => new Refused('login-busy', { seconds: BUSY_SECONDS })

export function waitDetail(until: Date, now: Date): { minutes: number; seconds: number } {
  const ms = until.getTime() - now.getTime()
  return { minutes: Math.ceil(ms / 60_000), seconds: Math.ceil(ms / 1_000) }
}
