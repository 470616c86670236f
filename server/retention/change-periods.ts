// Proposes how long a provider keeps personal data, and sets it once a second manager has confirmed (ADR 62, ADR 146).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  allYears,
  changedPeriods,
  type DecidedPeriod,
  validateYears,
  type Years,
} from '@paywages/domain/retention/retention.ts'
import { RETENTION_KINDS, type RetentionKind } from '@paywages/domain/retention/retention-rules.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import { retentionKindWords, yearsInWords } from '@paywages/wire/retention/messages.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type AuditFacts, recordEntryAs } from '../audit-log/record-entry.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { Refused } from '../refused.ts'
import { lockProvider } from './hold-store.ts'
import { decidedPeriods, insertPeriods, nameOf } from './period-store.ts'

export const subjectOf = (providerId: number): string => `provider ${providerId}`

export async function changeRetention(
  services: Services,
  by: Actor,
  { providerId, years, reason }: { providerId: number; years: Years; reason: string | undefined },
): Promise<Waiting> {
  return services.database.transact(async (tx) => {
    const name = await nameOf(tx, providerId)
    if (name === undefined) throw new Refused('not-found')
    const decided = await decidedOf(tx, providerId)
    const day = shanghaiDay(by.at)
    const problem = validateYears(years, decided, day)
    if (problem !== undefined)
      throw new Refused(problem.refusal, {
        kind: problem.kind === undefined ? '' : retentionKindWords[problem.kind],
        least: problem.least ?? 1,
      })
    return propose(tx, services, by, {
      kind: 'change-retention',
      subject: subjectOf(providerId),
      providerId,
      providerName: name,
      accountId: null,
      objectName: name,
      before: yearFacts(allYears(decided, day)),
      after: yearFacts(years),
      change: { years, seen: decided.length },
      reason,
    })
  })
}

/** In the order in which they were decided. */
export async function decidedOf(tx: Tx, providerId: number): Promise<readonly DecidedPeriod[]> {
  return (await decidedPeriods(tx, [providerId])).get(providerId) ?? []
}

/** From which day each counts follows from the day of the confirmation, not from that of the proposal. */
export const carryOutRetention: CarryOut = async (tx, _services, proposal, carrier) => {
  const { years, seen } = proposal.change as { years: Years; seen: number }
  const { providerId } = proposal
  // A worker that erases by the earlier periods at this moment is waited for.
  await lockProvider(tx, providerId)
  const decided = await decidedOf(tx, providerId)
  const day = shanghaiDay(carrier.at)
  if (decided.length !== seen || validateYears(years, decided, day) !== undefined) return false
  const periods = changedPeriods(years, decided, day)
  await insertPeriods(tx, providerId, periods, carrier.at)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'change-retention',
    object: { kind: 'provider', id: providerId, name: proposal.objectName },
    providerId,
    reason: proposal.reason,
    before: yearFacts(allYears(decided, day)),
    after: Object.fromEntries(
      periods.map(({ kind, years: so, from }) => [FACTS[kind], yearsInWords(so, from > day ? from : '')]),
    ),
  })
  return true
}

/** As before and after name them. */
const FACTS: Readonly<Record<RetentionKind, string>> = {
  contact: 'keepContact',
  'identity-images': 'keepImages',
  'personal-contract': 'keepContract',
  'unpaid-numbers': 'keepUnpaid',
  'paid-numbers': 'keepPaid',
}

export const yearFacts = (years: Years): AuditFacts =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [FACTS[kind], yearsInWords(years[kind])]))
