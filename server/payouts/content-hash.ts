// The keyed hash of what a batch will pay: anything changed behind an approval stops the next step (D17).

import { createHmac } from 'node:crypto'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { lastContentHash } from './approval-store.ts'
import type { BatchRecord } from './batch-store.ts'
import { digestPayable } from './content-digest-store.ts'

type Terms = Pick<
  BatchRecord,
  | 'batchId'
  | 'providerId'
  | 'serviceRate'
  | 'withholdsTax'
  | 'taxMethod'
  | 'gapRule'
  | 'gapRuleNamed'
  | 'vatBearer'
>

export async function contentHash(
  tx: Tx,
  services: Services,
  batch: Terms,
  keyId: string = services.keys.currentId,
): Promise<string> {
  return keyedHash(services, batch, keyId, await digestPayable(tx, batch.batchId))
}

function keyedHash(services: Services, batch: Terms, keyId: string, digest: string): string {
  const key = services.keys.byId(keyId, 'content-hash')
  if (!key) throw new Error(`the content hash was made with the key ${keyId}, which is not at hand`)
  const terms = [
    batch.batchId,
    batch.providerId,
    batch.serviceRate,
    batch.withholdsTax,
    batch.taxMethod,
    ...gapTerms(batch),
    // Only where something is withheld by it.
    ...(batch.vatBearer === 'person' ? ['vat-withheld'] : []),
  ].join('|')
  return createHmac('sha256', key).update(`${terms}\n${digest}`).digest('hex')
}

/** Said only where it departs from the rule, so that what was approved before there was a choice still holds. */
function gapTerms({ gapRule, gapRuleNamed }: Terms): string[] {
  if (gapRule === 'nothing') return ['gap-runs-on']
  return gapRule === 'months' && gapRuleNamed ? ['gap-restarts-months'] : []
}

/**
 * The content under the current key, read once for a decision: refused unless it is what the last approval saw. Behind the audit there
 * must be one, whatever the status says.
 */
export async function approvedContentHash(
  tx: Tx,
  services: Services,
  batch: Terms,
  step: 'audit' | 'review' | 'start',
): Promise<string> {
  const last = await lastContentHash(tx, batch.batchId)
  if (!last && step !== 'audit') throw new Refused('content-changed')
  const digest = await digestPayable(tx, batch.batchId)
  if (last && keyedHash(services, batch, last.keyId, digest) !== last.contentHash)
    throw new Refused('content-changed')
  return keyedHash(services, batch, services.keys.currentId, digest)
}
