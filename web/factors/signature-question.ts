// What a passkey signs before a call is made again: batches that are passed, starts that are set, recharges that are approved, proposals that are confirmed, changes of passkeys (ADR 65, ADR 97).

import { START } from '@paywages/domain/payouts/schedule.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { askKeySignature, removePasskey, startPasskey } from '@paywages/wire/factors/endpoints.ts'
import { askSignature, decideBatch, scheduleBatch } from '@paywages/wire/payouts/endpoints.ts'
import { askConfirmationSignature, confirmProposal } from '@paywages/wire/proposals/endpoints.ts'
import { askApprovalSignature, auditRecharge } from '@paywages/wire/recharges/endpoints.ts'
import { call } from '../api/client.ts'
import type { StepUp } from '../api/step-up.ts'

/** How to ask for what is to be signed; undefined where a call only wants to know who is there. */
export function signatureQuestion(
  asked: StepUp | undefined,
): (() => Promise<{ options: string }>) | undefined {
  if (asked?.path === scheduleBatch.path) {
    const { batchId, dueAt, payingAccountId } = asked.input as InputOf<typeof scheduleBatch>
    return () => call(askSignature, { batchId, dueAt, payingAccountId, ...START })
  }
  if (asked?.path === decideBatch.path) {
    const { batchId, to, pass, payingAccountId } = asked.input as InputOf<typeof decideBatch>
    return pass ? () => call(askSignature, { batchId, to, pass, payingAccountId }) : undefined
  }
  if (asked?.path === auditRecharge.path) {
    const { rechargeId, approves } = asked.input as InputOf<typeof auditRecharge>
    return approves ? () => call(askApprovalSignature, { rechargeId }) : undefined
  }
  if (asked?.path === confirmProposal.path) {
    const { proposalId } = asked.input as InputOf<typeof confirmProposal>
    return () => call(askConfirmationSignature, { proposalId })
  }
  if (asked?.path === removePasskey.path) {
    const { passkeyId } = asked.input as InputOf<typeof removePasskey>
    return () => call(askKeySignature, { passkeyId })
  }
  return asked?.path === startPasskey.path ? () => call(askKeySignature, {}) : undefined
}
