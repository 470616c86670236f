// Refuses logins that have no chance before their body is read; browsers with a device cookie of ours are always heard (D9, ADR 31).

import { networkOf } from '@paywages/domain/session/network.ts'
import { Refused } from '../refused.ts'
import { isOwnDevice } from './device-cookie.ts'
import type { LoginServices } from './log-in.ts'

export type EarlyRequest = {
  readonly call: string | undefined
  readonly address: string
  readonly deviceCookie: string | undefined
}

export function refuseEarly(
  { cipher, door, refusedLogins }: Pick<LoginServices, 'cipher' | 'door' | 'refusedLogins'>,
  { call, address, deviceCookie }: EarlyRequest,
): void {
  if (call !== 'login' || isOwnDevice(cipher, deviceCookie)) return
  const network = networkOf(address)
  try {
    door.refuseEarly(network)
  } catch (error) {
    if (error instanceof Refused) refusedLogins.add(error.code, { network })
    throw error
  }
}
