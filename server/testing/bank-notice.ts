// A callback of the bank, signed as docs/BANK-PROTOCOL.md says, or almost so.

import type { InjectOptions } from 'fastify'
import type { BankNews } from '../adapters/bank/bank-port.ts'
import { signRequest } from '../adapters/bank/signature.ts'
import { NOTICE_PATH } from '../transfers/receive-notice.ts'
import { BANK_SECRET, type TestHouse } from './test-house.ts'

export type NoticeForgery = {
  readonly secret?: string
  readonly signedPath?: string
  readonly at?: number
}

/** Signed now, for this very path, with the shared secret, unless the forgery says otherwise. */
export function noticeOf(
  house: TestHouse,
  events: readonly unknown[],
  { secret = BANK_SECRET, signedPath = NOTICE_PATH, at = house.clock.now().getTime() }: NoticeForgery = {},
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
export function eventsAbout(house: TestHouse, references: Iterable<string>): object[] {
  return house.bank.newsOf(references).map(eventOf)
}

export function eventOf({ reference, word, amountFen, message, serial, at }: BankNews): object {
  return {
    reference,
    status: word,
    amountFen: amountFen === undefined ? null : Number(amountFen),
    message,
    serial,
    at: at?.toISOString() ?? null,
  }
}
