// Where an address is, as far as it can be told without asking anybody: here, in an internal network, or somewhere else.

import { networkOf } from './network.ts'

export const ADDRESS_PLACES = ['same', 'internal', 'elsewhere'] as const
export type AddressPlace = (typeof ADDRESS_PLACES)[number]

/** Private, loopback, link-local and carrier-shared networks, which say nothing of a city. */
const INTERNAL =
  /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|0:0:0:0::\/64$)/

/** `same` is the network of whoever looks. */
export function placeOfAddress(address: string, here: string): AddressPlace {
  const network = networkOf(address)
  if (network !== '' && network === networkOf(here)) return 'same'
  return INTERNAL.test(network) ? 'internal' : 'elsewhere'
}
