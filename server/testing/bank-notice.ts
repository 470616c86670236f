// A callback of the bank, signed as docs/BANK-PROTOCOL.md says, or almost so.

import type { InjectOptions } from 'fastify'
import type { BankUpdate } from '../adapters/bank/bank-port.ts'
import { signRequest } from '../adapters/bank/signature.ts'
import { NOTICE_PATH } from '../transfers/receive-notice.ts'
import { BANK_SECRET, type TestServices } from './test-services.ts'

export type NoticeForgery = {
  readonly secret?: string
  readonly signedPath?: string
  readonly at?: number
}

/** Signed now, for this very path, with the shared secret, unless the forgery says otherwise. */
export function noticeOf(
  services: TestServices,
  events: readonly unknown[],
  { secret = BANK_SECRET, signedPath = NOTICE_PATH, at = services.clock.now().getTime() }: NoticeForgery = {},
): InjectOptions & { headers: Record<string, string>; payload: string } {
  const payload = JSON.stringify({ events })
  const { headers } = signRequest(secret, { method: 'POST', path: signedPath }, payload, at)
  return {
    method: 'POST',
    url: NOTICE_PATH,
    payload,
    headers: { ...headers, 'content-type': 'application/json' },
  }
}

/** What the bank's record says of these references now, as it travels. */
export function eventsAbout(services: TestServices, references: Iterable<string>): object[] {
  return services.bank.updateOf(references).map(eventOf)
}

export function eventOf({ reference, status, amountFen, message, serial, at }: BankUpdate): object {
  return {
    reference,
    status: status,
    amountFen: amountFen === undefined ? null : Number(amountFen),
    message,
    serial,
    at: at?.toISOString() ?? null,
  }
}
