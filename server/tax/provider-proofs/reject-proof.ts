// Rejects an uploaded proof with a reason: once, and only the file that was looked at (D31).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { judgeRejection } from '@paywages/domain/tax/proof-status.ts'
import type { Actor } from '../../actor.ts'
import { recordEntry } from '../../audit/record-entry.ts'
import type { House } from '../../house.ts'
import { Refused, refuseIf } from '../../refused.ts'
import { addProofEvent, setProofStatus, takeProof } from '../periods/period-store.ts'

export async function rejectProof(
  house: House,
  by: Actor,
  ask: { readonly taxId: number; readonly reason: string; readonly fileId?: string | undefined },
): Promise<void> {
  await house.database.transact(async (tx) => {
    const proof = await takeProof(tx, scopeOf(by.person), ask.taxId)
    if (!proof) throw new Refused('not-found')
    refuseIf(judgeRejection(proof.status, by.person))
    const { taxId, providerId, providerName, month, fileId } = proof
    if (fileId === null) throw new Error('an uploaded proof has no file')
    if (ask.fileId !== undefined && ask.fileId !== fileId) throw new Refused('state-changed')
    const { reason } = ask
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
