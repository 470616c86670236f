// Retires a key once it is proved that nothing uses it; else says what does (ADR 87).

import { randomUUID } from 'node:crypto'
import { judgeRetirement, type Retirement } from '@paywages/domain/keys/key-life.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { type ResealTarget, usesOf } from './reseal.ts'
import { lockKeys, markRetired, readKept, readKeys, writersWith } from './store.ts'
import { SILENT_AFTER_SECONDS } from './watch-keys.ts'

/** The audit entry has no person behind it: whoever may run commands on the machine may do this. */
export async function retireKey(
  services: Services,
  targets: readonly ResealTarget[],
  keyId: string,
): Promise<Retirement> {
  const counted = (await usesOf(services, targets)).map(({ what, byKey }) => ({
    what,
    count: byKey.get(keyId) ?? 0,
  }))
  return services.database.transact(async (tx) => {
    await lockKeys(tx)
    const kept = (await readKept(tx)).filter(({ wrappedUnder }) => wrappedUnder === keyId).length
    const writers = await writersWith(tx, keyId, SILENT_AFTER_SECONDS)
    const uses = [...counted, { what: 'kept keys', count: kept }]
    const verdict = judgeRetirement(await readKeys(tx), keyId, writers, uses)
    if (!verdict.may) return verdict
    const at = services.clock.now()
    await markRetired(tx, keyId, at)
    const origin = { at, address: '', requestId: randomUUID(), hostname: '' }
    await recordAnonymousEntry(tx, origin, { action: 'retire-key', object: { kind: 'key', id: keyId } })
    return verdict
  })
}
