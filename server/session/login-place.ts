// Where an attempt at a password comes from, as the limits know it: an account at a device it knows, or at an address (D9).

import { isLoopback, networkOf } from '@paywages/domain/session/network.ts'
import type { Origin } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { knownDevice } from './device-cookie.ts'

/** Keyed hashes, as people type passwords into the wrong field; only memory holds the address itself. */
export type LoginPlace = {
  /** The browser has logged in to this account before. */
  readonly known: boolean
  readonly network: string
  /** The account over all places. */
  readonly account: string
  /** The address over all accounts. */
  readonly address: string
  /** The account at this address. */
  readonly accountHere: string
  /** What five failures lock: the account on its known device, else at this address. */
  readonly locked: string
}

export function placeOf(
  { cipher }: Pick<Services, 'cipher'>,
  origin: Origin,
  who: { readonly account: string; readonly deviceCookie: string | undefined },
): LoginPlace {
  const name = who.account.toLowerCase()
  const network = networkOf(origin.address)
  const device = knownDevice(cipher, who.deviceCookie, name)
  const accountHere = cipher.shortHash(`${network} ${name}`, 'login-failures.place')
  return {
    known: device !== undefined,
    network,
    account: cipher.shortHash(name, 'login-failures.account'),
    address: cipher.shortHash(network, 'login-failures.address'),
    accountHere,
    locked:
      device === undefined ? accountHere : cipher.shortHash(`${device} ${name}`, 'login-failures.device'),
  }
}

/** The network by which accounts of one place are found; none where it is this machine, from which everybody comes behind some proxies. */
export function networkDigest(
  { cipher }: Pick<Services, 'cipher'>,
  { address }: Origin,
): { readonly kind: 'network'; readonly place: string }[] {
  const network = networkOf(address)
  return isLoopback(network)
    ? []
    : [{ kind: 'network', place: cipher.shortHash(network, 'account-places.network') }]
}
