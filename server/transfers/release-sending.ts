// Lets sending go on after a restore where the bank does not tell its accepted orders: two people have compared them by hand (ADR 128).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntryAs } from '../audit-log/record-entry.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { acceptedUnaskedSince, noteAcceptedAsked, readGate } from './gate-store.ts'

/** One super manager says what the comparison in online banking found; it stands with the manager's own company, and holds for all. */
export async function proposeSendingRelease(services: Services, by: Actor, word: string): Promise<Waiting> {
  const { providerId } = by.person
  return services.database.transact(async (tx) => {
    const since = await acceptedUnaskedSince(tx)
    const provider = await findProvider(tx, providerId)
    if (since === undefined || !provider) throw new Refused('sending-not-held')
    return propose(tx, services, by, {
      kind: 'release-sending',
      subject: 'sending',
      providerId,
      providerName: provider.name,
      accountId: null,
      objectName: transferTexts.allSending,
      reason: word,
      before: { sendingHeldSince: shanghaiSecond(since) },
      after: {},
      change: { restoredAt: since.toISOString() },
    })
  })
}

/** Void where the database was restored once more since it was proposed, or the bank has told its accepted orders. */
export const carryOutSendingRelease: CarryOut = async (tx, _services, proposal, carrier) => {
  await readGate(tx, 'update')
  const since = await acceptedUnaskedSince(tx)
  if (since === undefined || since.toISOString() !== proposal.change.restoredAt) return false
  await noteAcceptedAsked(tx)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'release-sending',
    object: { kind: 'sending', id: 'accepted-unasked' },
    providerId: null,
    reason: proposal.reason,
    before: { sendingHeldSince: shanghaiSecond(since) },
  })
  return true
}
