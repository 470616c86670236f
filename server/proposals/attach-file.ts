// Lays a file beside one's own proposal while it waits, for whoever confirms it to look at.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { stateAt, validateAttachment } from '@paywages/domain/proposals/proposal.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { attachFile } from '../files/accept-file.ts'
import { Refused } from '../refused.ts'
import { attachmentsOf, insertAttachment } from './attachment-store.ts'
import { lockProposal } from './store.ts'

export async function attachToProposal(
  services: Services,
  by: Actor,
  proposalId: number,
  fileId: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const proposal = await lockProposal(tx, scopeOf(by.person), proposalId)
    if (proposal === undefined) throw new Refused('not-found')
    const held = (await attachmentsOf(tx, [proposalId])).length
    const refusal = validateAttachment(proposal, held, by.person, by.at)
    if (refusal !== undefined)
      throw new Refused(refusal, { state: stateAt(proposal, by.at), name: proposal.deciderName })
    const { providerId, proposalNo, objectName } = proposal
    const { name } = await attachFile(tx, by, fileId, {
      kind: 'evidence',
      recordId: `proposal ${proposalId}`,
      providerId,
    })
    await insertAttachment(tx, proposalId, fileId, by.at)
    await recordEntry(tx, by, {
      action: 'attach-to-change',
      object: { kind: 'proposal', id: proposalId, name: `${proposalNo} ${objectName}` },
      providerId,
      after: { file: name },
    })
  })
}
