// The keyed hash of what a batch will pay: anything changed behind an approval stops the next step (D17).

import { createHmac } from 'node:crypto'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { lastContentHash } from './approval-store.ts'
import type { BatchRecord } from './batch-store.ts'
import { digestContent, digestOfPieces, type PieceContent } from './content-digest-store.ts'
import { digestAsEarlier } from './earlier-content-digest-store.ts'

export type Terms = Pick<
  BatchRecord,
  | 'batchId'
  | 'providerId'
  | 'serviceRate'
  | 'withholdsTax'
  | 'taxMethod'
  | 'gapRule'
  | 'gapRuleNamed'
  | 'vatBearer'
  | 'reviewersNeeded'
  | 'managerReviews'
  | 'batchCeilingFen'
  | 'dayCeilingFen'
>

/** Stands before hashes over `digestContent`; those of earlier releases have nothing before them. */
export const BY_PIECES = '3:'

/** Under the current key. */
export function contentHash(services: Services, batch: Terms, pieces: readonly PieceContent[]): string {
  return hashOfPieces(services, batch, services.keys.currentId, pieces)
}

function hashOfPieces(
  services: Services,
  batch: Terms,
  keyId: string,
  pieces: readonly PieceContent[],
): string {
  return `${BY_PIECES}${keyedHash(services, batch, keyId, `${BY_PIECES}${digestOfPieces(pieces)}`)}`
}

type Approved = { readonly keyId: string; readonly contentHash: string }

/** Whether this is the content that an approval saw, by the formula of its time. */
export async function isApproved(
  tx: Tx,
  services: Services,
  batch: Terms,
  approved: Approved,
  pieces?: readonly PieceContent[],
): Promise<boolean> {
  const { keyId, contentHash: seen } = approved
  if (seen.startsWith(BY_PIECES))
    return seen === hashOfPieces(services, batch, keyId, pieces ?? (await digestContent(tx, batch.batchId)))
  return seen === keyedHash(services, batch, keyId, await digestAsEarlier(tx, batch.batchId))
}

function keyedHash(services: Services, batch: Terms, keyId: string, digest: string): string {
  const key = services.keys.byId(keyId, 'content-hash')
  if (!key) throw new Error(`the content hash was made with the key ${keyId}, which is not at hand`)
  return createHmac('sha256', key)
    .update(`${termsOf(batch)}\n${digest}`)
    .digest('hex')
}

/** What a batch was uploaded under, as one text. */
export function termsOf(batch: Terms): string {
  return [
    batch.batchId,
    batch.providerId,
    batch.serviceRate,
    batch.withholdsTax,
    batch.taxMethod,
    ...gapTerms(batch),
    // Only where something is withheld by it.
    ...(batch.vatBearer === 'person' ? ['vat-withheld'] : []),
    ...demandTerms(batch),
  ].join('|')
}

/** Only where more than the two steps is demanded: what stands behind the batch is part of what is approved (ADR 69). */
function demandTerms({ reviewersNeeded, managerReviews, batchCeilingFen, dayCeilingFen }: Terms): string[] {
  return [
    ...(reviewersNeeded === 1 ? [] : [`reviewers-${reviewersNeeded}`]),
    ...(managerReviews ? ['manager-reviews'] : []),
    ...(batchCeilingFen === null ? [] : [`batch-ceiling-${batchCeilingFen}`]),
    ...(dayCeilingFen === null ? [] : [`day-ceiling-${dayCeilingFen}`]),
  ]
}

/** Said only where it departs from the rule, so that what was approved before there was a choice still holds. */
function gapTerms({ gapRule, gapRuleNamed }: Terms): string[] {
  if (gapRule === 'nothing') return ['gap-runs-on']
  return gapRule === 'months' && gapRuleNamed ? ['gap-restarts-months'] : []
}

export type ApprovedContent = { readonly hash: string; readonly pieces: readonly PieceContent[] }

/**
 * The content under the current key, read once for a decision: refused unless it is what the last approval saw. Behind the audit there
 * must be one, whatever the status says.
 */
export async function approvedContent(
  tx: Tx,
  services: Services,
  batch: Terms,
  step: 'audit' | 'review' | 'start',
): Promise<ApprovedContent> {
  const last = await lastContentHash(tx, batch.batchId)
  if (!last && step !== 'audit') throw new Refused('content-changed')
  const pieces = await digestContent(tx, batch.batchId)
  if (last && !(await isApproved(tx, services, batch, last, pieces))) throw new Refused('content-changed')
  return { hash: contentHash(services, batch, pieces), pieces }
}
