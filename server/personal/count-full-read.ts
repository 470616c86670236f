// Counts a full read of personal data before it happens, refuses it beyond the limit, and raises an alarm half way there (D33, ADR 73).

import {
  FULL_READ_WINDOW_MS,
  type FullReadKind,
  judgeFullRead,
} from '@paywages/domain/personal/full-read-limit.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { insertRead, lockReads, raiseAlarm, readsSince } from './full-read-store.ts'

export async function countFullRead(
  services: Pick<Services, 'database' | 'settings' | 'metrics' | 'log'>,
  by: Actor,
  kind: FullReadKind,
): Promise<void> {
  const { accountId, account, providerId } = by.person
  const limit = services.settings.fullReads[kind]
  const since = new Date(by.at.getTime() - FULL_READ_WINDOW_MS)
  const reader = { accountId, kind }
  const { refusedUntil, told } = await services.database.transact(async (tx) => {
    await lockReads(tx, reader)
    const earlier = await readsSince(tx, reader, since)
    const outcome = judgeFullRead(earlier, limit, by.at)
    const refused = outcome.refusedUntil !== undefined
    if (!refused) await insertRead(tx, reader, by.at, since)
    const reads = earlier.length + (refused ? 0 : 1)
    const raised =
      outcome.alarms && (await raiseAlarm(tx, { ...reader, providerId, reads, refused, at: by.at }, since))
    if (raised)
      await recordEntry(tx, by, {
        action: 'full-read-alarm',
        object: { kind: 'account', id: accountId, name: account },
        ...(refused ? { result: 'refused' as const } : {}),
        after: { kind, reads, limit },
      })
    return { refusedUntil: outcome.refusedUntil, told: raised }
  })
  if (told) {
    services.metrics.fullReadAlarms.inc({ kind })
    services.log.warn({ account: accountId, kind, limit }, 'personal data is read in full unusually often')
  }
  if (refusedUntil === undefined) return
  const seconds = Math.max(1, Math.ceil((refusedUntil.getTime() - by.at.getTime()) / 1_000))
  const detail = { count: limit, minutes: Math.ceil(seconds / 60), seconds }
  throw new Refused(kind === 'reveal' ? 'reveals-exhausted' : 'exports-exhausted', detail)
}
