// Refused logins in the audit log: the first of a minute one by one, all that follow as a sum (D34, ADR 31).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { RefusalCode } from '@paywages/wire/refusals.ts'
import type { Origin } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import type { LoginPlace } from './login-place.ts'

const INTERVAL_MS = 60_000
/** Entries of their own in a minute: people who mistype, not floods. */
const MAX_SINGLE = 10
/** Addresses and accounts are counted up to this. */
const MAX_DISTINCT = 10_000

type Sum = { attempts: number; networks: Set<string>; accounts: Set<string>; from: Date }

export class RefusedLogins {
  #services: Pick<Services, 'database' | 'clock' | 'log'>
  #sums = new Map<RefusalCode, Sum>()
  #single = { since: 0, count: 0 }
  #timer: NodeJS.Timeout | undefined

  constructor(services: Pick<Services, 'database' | 'clock' | 'log'>) {
    this.#services = services
  }

  /** Whether this one may still stand on its own. */
  mayStandAlone(): boolean {
    const now = this.#services.clock.now().getTime()
    if (now - this.#single.since >= INTERVAL_MS) this.#single = { since: now, count: 0 }
    this.#single.count += 1
    return this.#single.count <= MAX_SINGLE
  }

  /** Without an account where it was refused before anybody looked at its name. */
  add(code: RefusalCode, { network, account }: Pick<LoginPlace, 'network'> & Partial<LoginPlace>): void {
    const from = this.#services.clock.now()
    const fresh = { attempts: 0, networks: new Set<string>(), accounts: new Set<string>(), from }
    const sum = this.#sums.get(code) ?? fresh
    sum.attempts += 1
    if (sum.networks.size < MAX_DISTINCT) sum.networks.add(network)
    if (account !== undefined && sum.accounts.size < MAX_DISTINCT) sum.accounts.add(account)
    this.#sums.set(code, sum)
    this.#timer ??= setTimeout(() => void this.write(), INTERVAL_MS).unref()
  }

  /** One entry for each reason, however many were refused. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const sums = this.#sums
    this.#sums = new Map()
    if (sums.size === 0) return
    const { database, clock, log } = this.#services
    const origin: Origin = { at: clock.now(), address: '', requestId: '', hostname: '' }
    await database
      .transact(async (tx) => {
        for (const [code, { attempts, networks, accounts, from }] of sums) {
          await recordAnonymousEntry(tx, origin, {
            action: 'login',
            object: { kind: 'login-refusals', id: code },
            result: 'refused',
            reason: code,
            after: {
              attempts,
              addresses: networks.size,
              accounts: accounts.size,
              from: shanghaiMinute(from),
              to: shanghaiMinute(origin.at),
            },
          })
        }
      })
      .catch((error: unknown) => {
        const attempts = [...sums].map(([code, sum]) => ({ code, attempts: sum.attempts }))
        log.warn({ err: error, attempts }, 'refused logins could not be written into the audit log')
      })
  }
}
