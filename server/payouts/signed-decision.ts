// Decisions signed by a passkey: the challenge is the digest of what is decided, and whoever has a passkey decides with it (ADR 65).

import { createHash, randomBytes } from 'node:crypto'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { DIRECT } from '@paywages/domain/bank-files/choose-account.ts'
import { type BatchState, type Decision, validateDecision } from '@paywages/domain/payouts/batch-status.ts'
import { decisionText, SIGNATURE_MS, type SignedDecision } from '@paywages/domain/payouts/signed-decision.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { findSignature, lastSignature, passkeysOf, type SignedSubject } from '../factors/passkey-store.ts'
import { askPasskey } from '../factors/passkeys.ts'
import { Refused } from '../refused.ts'
import { approvalsOf } from './approval-store.ts'
import { type BatchRecord, findBatch } from './batch-store.ts'
import { type Terms, termsOf } from './content-hash.ts'
import type { ScheduleRecord } from './schedule-store.ts'
import { SEED_BYTES, signedRows } from './signed-content-store.ts'

type Step = SignedDecision['step']

/** From which account a start pays, by what was shown or chosen; another slice knows them. */
export type ChooseAccount = (tx: Tx, providerId: number, wantedId: number | undefined) => Promise<number>

const subjectOf = (batchId: number, step: Step, dueAt?: Date) =>
  `payout-batch ${batchId} ${step}${dueAt === undefined ? '' : ` due ${dueAt.toISOString()}`}`

/** For when a start is set, and from where it pays; neither of an audit or review. */
export type StartTerms = { readonly dueAt?: Date | undefined; readonly payingAccountId?: number | undefined }

/** Signatures of before it was signed say nothing of the paying account. */
const namesAccount = (about: SignedSubject) => about.paidFrom !== undefined

/** Of what the signature says that it is about, made again from the database alone. */
export async function decisionDigest(
  tx: Tx,
  batch: Terms,
  { step, accountId, payingAccountId }: Pick<SignedDecision, 'step' | 'accountId'> & StartTerms,
  about: SignedSubject,
): Promise<{ digest: Buffer; hasOldForm: boolean }> {
  const { root, hasOldForm } = await signedRows(tx, batch.batchId, Buffer.from(String(about.seed), 'hex'))
  const at = new Date(String(about.at))
  const due = about.due === undefined ? {} : { due: new Date(String(about.due)) }
  const from = namesAccount(about) ? { payingAccountId: payingAccountId ?? DIRECT } : {}
  const decided = { batchId: batch.batchId, step, accountId, terms: termsOf(batch) }
  const text = decisionText({ ...decided, at, ...due, ...from, rows: root })
  return { digest: createHash('sha256').update(text).digest(), hasOldForm }
}

/** What the browser is to have signed before this decision. */
export async function askSignature(
  services: Services,
  by: Actor,
  batchId: number,
  decision: Decision,
  { dueAt, payingAccountId: wantedId }: StartTerms,
  choose: ChooseAccount,
): Promise<{ options: string }> {
  const { accountId } = by.person
  const asked = await services.database.read(async (tx) => {
    const batch = await findBatch(tx, scopeOf(by.person), batchId)
    if (!batch) throw new Refused('not-found')
    const state: BatchState = { ...batch, history: await approvalsOf(tx, batchId) }
    const validated = validateDecision(state, decision, by.person)
    if ('refusal' in validated) throw new Refused(validated.refusal)
    const { step } = validated
    const seed = randomBytes(SEED_BYTES).toString('hex')
    const payingAccountId = step === 'start' ? await choose(tx, batch.providerId, wantedId) : undefined
    const about = {
      subject: subjectOf(batchId, step, dueAt),
      at: by.at.toISOString(),
      seed,
      ...(dueAt === undefined ? {} : { due: dueAt.toISOString() }),
      ...(payingAccountId === undefined ? {} : { paidFrom: payingAccountId }),
    }
    const decided = { step, accountId, payingAccountId }
    const { digest, hasOldForm } = await decisionDigest(tx, batch, decided, about)
    // Its rows are being sealed anew, which takes a moment after an update.
    if (hasOldForm) throw new Refused('state-changed')
    return { digest, about }
  }, 'long')
  return askPasskey(services, by, asked)
}

/** The signature that stands behind this decision; the batch is held. Refused where there is a passkey and none was given for this. */
export async function requireSignature(
  tx: Tx,
  by: Actor,
  batch: BatchRecord,
  step: Step,
  { dueAt, payingAccountId }: StartTerms = {},
): Promise<bigint | undefined> {
  const { accountId, sessionToken, factor } = by.person
  if (!factor.passkey) return undefined
  const since = new Date(by.at.getTime() - SIGNATURE_MS)
  const signed = await lastSignature(tx, sessionToken, subjectOf(batch.batchId, step, dueAt), since)
  if (!signed || (step === 'start' && !namesAccount(signed.about))) throw new Refused('signature-needed')
  const { digest } = await decisionDigest(tx, batch, { step, accountId, payingAccountId }, signed.about)
  // The rows are no longer those that were signed, or it would be paid from another account.
  if (digest.toString('base64url') !== signed.challenge) throw new Refused('signature-needed')
  return signed.signatureId
}

/** What was signed when a start was set still holds: rows and paying account are the same, and whoever has a passkey by now has signed. */
export async function holdSignature(
  tx: Tx,
  batch: BatchRecord,
  accountId: number,
  { signatureId, payingAccountId }: Pick<ScheduleRecord, 'signatureId' | 'payingAccountId'>,
): Promise<void> {
  if (signatureId === null) {
    if ((await passkeysOf(tx, accountId)).length > 0) throw new Refused('signature-needed')
    return
  }
  const signed = await findSignature(tx, signatureId)
  if (!signed) throw new Refused('signature-needed')
  const { about } = signed
  if (namesAccount(about) && about.paidFrom !== payingAccountId) throw new Refused('content-changed')
  const decided = { step: 'start', accountId, payingAccountId: payingAccountId ?? undefined } as const
  const { digest } = await decisionDigest(tx, batch, decided, about)
  if (digest.toString('base64url') !== signed.challenge) throw new Refused('content-changed')
}
