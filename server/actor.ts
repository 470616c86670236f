// Who acts, where and when, as operations and the audit log know it.

import type { Person } from '@paywages/domain/accounts/person.ts'
import type { FactorStanding } from '@paywages/domain/factors/factor-standing.ts'

/** A person with a live session. */
export type SignedIn = Person & {
  readonly account: string
  readonly realName: string
  readonly providerName: string
  readonly platformName: string
  readonly brand: 1 | 2
  readonly mustChangePassword: boolean
  /** Before this moment the account decides nothing (D47). */
  readonly decidesFrom: Date | null
  readonly sessionToken: Buffer
  readonly factor: FactorStanding
}

/** Where and when a request came from, for rules, limits and the audit log. */
export type Origin = {
  readonly at: Date
  readonly address: string
  readonly requestId: string
  readonly hostname: string
  /** What the browser calls itself; only told to people, never trusted. */
  readonly agent?: string
  /** How the asker reached us, such as https://console.example.com; commands come without. */
  readonly site?: string
}

/** Who acts, where and when: the second argument of every operation that changes something. */
export type Actor = Origin & { readonly person: SignedIn }
