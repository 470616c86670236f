// Rejects an uploaded proof with a reason: once, and only the file that was looked at (D31).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { validateRejection } from '@paywages/domain/tax/proof-status.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { Refused, refuseIf } from '../../refused.ts'
import { addProofEvent, lockProof, setProofStatus } from '../periods/period-store.ts'

export async function rejectProof(
  services: Services,
  by: Actor,
  input: { readonly taxId: number; readonly reason: string; readonly fileId?: string | undefined },
): Promise<void> {
  await services.database.transact(async (tx) => {
    const proof = await lockProof(tx, scopeOf(by.person), input.taxId)
    if (!proof) throw new Refused('not-found')
    refuseIf(validateRejection(proof.status, by.person))
    const { taxId, providerId, providerName, month, fileId } = proof
    if (fileId === null) throw new Error('an uploaded proof has no file')
    if (input.fileId !== undefined && input.fileId !== fileId) throw new Refused('state-changed')
    const { reason } = input
    await setProofStatus(tx, taxId, 'rejected')
    await addProofEvent(tx, taxId, {
      kind: 'rejected',
      accountId: by.person.accountId,
      at: by.at,
      reason,
      fileId,
    })
    await recordEntry(tx, by, {
      action: 'reject-tax-proof',
      object: { kind: 'tax-proof', id: taxId, name: `${providerName} ${month}` },
      providerId,
      before: { status: proof.status, fileId },
      after: { status: 'rejected', reason },
    })
  })
}
