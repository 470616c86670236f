// The receiving accounts whose statements a manager may bring and see.

import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { receivingElsewhere } from './credit-store.ts'

type Brands = Pick<Services, 'brands'>

/** Those of the session's brand; what received for another platform is for super managers, as its lines name that platform's customers. */
export async function accountsFor(tx: Tx, { brands }: Brands, { person }: Actor): Promise<string[]> {
  const accounts = brands.brand(person.brand).receivers.map(({ recvAccount }) => recvAccount)
  if (person.superManager) return accounts
  const elsewhere = new Set(await receivingElsewhere(tx, accounts, person.platformId))
  return accounts.filter((account) => !elsewhere.has(account))
}

export async function requireAccount(tx: Tx, { brands }: Brands, by: Actor, account: string): Promise<void> {
  const isKnown = brands.brand(by.person.brand).receivers.some(({ recvAccount }) => recvAccount === account)
  if (!isKnown) throw new Refused('receiver-unknown')
  if (!(await accountsFor(tx, { brands }, by)).includes(account)) throw new Refused('receiver-other-platform')
}
