// Two people settle what the bank does not say, or register a return: one proposes with evidence, another confirms (D41, ADR 100).

import {
  RESOLUTION_MOVES,
  type ResolutionOutcome,
  validateConfirmation,
  validateProposal,
} from '@paywages/domain/transfers/resolution.ts'
import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import type { Actor } from '../actor.ts'
import { breaks } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { attachFile } from '../files/accept-file.ts'
import { Refused, refuseIf } from '../refused.ts'
import { Outcome, write } from './apply-bank-updates.ts'
import { insertEvents } from './event-store.ts'
import { channelOf } from './history-store.ts'
import { closeProposal, findResolution, insertProposal } from './resolution-store.ts'
import { type LockedTransfer, lockTransferOfRow } from './transfer-store.ts'

export type Proposal = {
  readonly rowId: number
  readonly outcome: ResolutionOutcome
  readonly reason: string
  readonly evidenceFileId: string
}

export async function proposeResolution(services: Services, by: Actor, proposal: Proposal): Promise<number> {
  try {
    return await services.database.transact(async (tx) => {
      const transfer = await lockTransferOfRow(tx, BigInt(proposal.rowId))
      if (!transfer) throw new Refused('not-found')
      const channel = await channelOf(tx, transfer.batchId)
      refuseIf(validateProposal({ ...transfer, channel }, proposal.outcome))
      const { providerId } = transfer
      const resolutionId = await insertProposal(tx, {
        ...proposal,
        transferId: transfer.transferId,
        providerId,
        proposedBy: by.person.accountId,
        at: by.at,
      })
      await attachFile(tx, by, proposal.evidenceFileId, {
        kind: 'evidence',
        recordId: String(resolutionId),
        providerId,
      })
      await insertEvents(tx, [eventOf(transfer, 'proposed', proposal.reason, by)], by.at)
      await recordEntry(tx, by, {
        action: 'propose-resolution',
        object: objectOf(transfer),
        providerId,
        reason: proposal.reason,
        after: { outcome: proposal.outcome },
      })
      return resolutionId
    })
  } catch (error) {
    if (breaks(error, 'transfer_resolutions_one_open')) throw new Refused('resolution-pending')
    // A file that never was is refused like one that is another's.
    if (breaks(error, 'transfer_resolutions_evidence_file_id_fkey')) throw new Refused('file-gone')
    throw error
  }
}

export async function decideResolution(
  services: Services,
  by: Actor,
  decision: { resolutionId: number; confirmed: boolean; reason: string },
): Promise<void> {
  await services.database.transact(async (tx) => {
    const known = await findResolution(tx, decision.resolutionId)
    const transfer = known && (await lockTransferOfRow(tx, known.rowId))
    // Read again behind the lock: the bank or another person may have been quicker.
    const proposal = await findResolution(tx, decision.resolutionId)
    if (!transfer || !proposal) throw new Refused('not-found')
    if (proposal.status !== 'pending') throw new Refused('resolution-closed')
    refuseIf(validateConfirmation(proposal, by.person, decision.confirmed))
    // A return that the bank told of meanwhile is taken back once.
    const stillPaid = proposal.outcome !== 'returned' || transfer.state === 'succeeded'
    if (decision.confirmed && !stillPaid) throw new Refused('resolution-closed')
    await closeProposal(tx, decision.resolutionId, {
      status: decision.confirmed ? 'confirmed' : 'refused',
      by: by.person.accountId,
      at: by.at,
      reason: decision.reason,
    })
    if (decision.confirmed) {
      const outcome = new Outcome(services, 'resolved', by.at)
      outcome.turn(
        transfer,
        { to: proposal.outcome, moves: [RESOLUTION_MOVES[proposal.outcome]] },
        {
          detail: proposal.reason,
          reason: transferTexts.resolvedFailed,
          serial: '',
          accountId: by.person.accountId,
        },
      )
      await write(tx, outcome, by.at)
    } else {
      await insertEvents(tx, [eventOf(transfer, 'proposal-refused', decision.reason, by)], by.at)
    }
    await recordEntry(tx, by, {
      action: decision.confirmed ? 'confirm-resolution' : 'refuse-resolution',
      object: objectOf(transfer),
      providerId: transfer.providerId,
      reason: decision.reason,
      after: { outcome: proposal.outcome },
    })
  })
}

const objectOf = (transfer: LockedTransfer) => ({
  kind: 'transfer',
  id: Number(transfer.rowId),
  name: transfer.reference,
})

function eventOf(transfer: LockedTransfer, kind: 'proposed' | 'proposal-refused', detail: string, by: Actor) {
  return {
    transferId: transfer.transferId,
    kind,
    from: transfer.state,
    to: transfer.state,
    attempt: transfer.attempts,
    detail,
    accountId: by.person.accountId,
  } as const
}
