// Why sending waits for the word of two people after a restore, and by which moments that word must name it (ADR 128, ADR 165).

import type { HeldForPeople } from '@paywages/domain/transfers/sending-gate.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { acceptedUnaskedSince, haltOf, restoredAt } from './gate-store.ts'

export type SendingHold = {
  readonly reason: HeldForPeople
  readonly since: Date
  /** A release counts where all of it is the same: it was made for this halt and this restore. */
  readonly names: Readonly<Record<'reason' | 'haltedAt' | 'restoredAt', string>>
}

/** A record that was cut comes first: what it no longer tells is older than what the bank may have accepted. */
export async function sendingHold(tx: Tx): Promise<SendingHold | undefined> {
  const halt = await haltOf(tx)
  if (halt?.reason === 'record-cut') return named('record-cut', halt.since, await restoredAt(tx))
  const since = await acceptedUnaskedSince(tx)
  return since && named('accepted-unasked', since, since)
}

function named(reason: HeldForPeople, since: Date, restored: Date | null): SendingHold {
  const haltedAt = reason === 'record-cut' ? since.toISOString() : ''
  return { reason, since, names: { reason, haltedAt, restoredAt: restored?.toISOString() ?? '' } }
}

export function isNamed({ names }: SendingHold, change: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(names).every(([field, moment]) => change[field] === moment)
}
