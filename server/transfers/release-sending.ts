// Lets sending go on after a restore where the bank does not tell all that it did: two people have compared it by hand (ADR 128, ADR 165).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { serverChange } from '@paywages/domain/transfers/sending-gate.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntryAs } from '../audit-log/record-entry.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { noteAcceptedAsked, readGate } from './gate-store.ts'
import { liftCut } from './guard-sending.ts'
import { isNamed, sendingHold } from './sending-hold.ts'

/** One super manager says what the comparison in online banking found; it stands with the manager's own company, and holds for all. */
export async function proposeSendingRelease(services: Services, by: Actor, word: string): Promise<Waiting> {
  const { providerId } = by.person
  return services.database.transact(async (tx) => {
    const hold = await sendingHold(tx)
    const provider = await findProvider(tx, providerId)
    if (hold === undefined || !provider) throw new Refused('sending-not-held')
    return propose(tx, services, by, {
      kind: 'release-sending',
      subject: 'sending',
      providerId,
      providerName: provider.name,
      accountId: null,
      objectName: transferTexts.allSending,
      reason: word,
      before: { sendingHeldSince: shanghaiSecond(hold.since) },
      after: {},
      change: hold.names,
    })
  })
}

/** Void where the database was restored or halted once more since it was proposed, or the bank has told its accepted orders. */
export const carryOutSendingRelease: CarryOut = async (tx, services, proposal, carrier) => {
  const { recorded, current } = await readGate(tx, 'update')
  const hold = await sendingHold(tx)
  if (hold === undefined || !isNamed(hold, proposal.change)) return false
  if (hold.reason === 'record-cut') {
    // A server that was not compared yet may have lost more than was looked for.
    if (serverChange(recorded, current) !== 'none') return false
    await liftCut(tx, services, carrier.at)
  } else await noteAcceptedAsked(tx)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'release-sending',
    object: { kind: 'sending', id: hold.reason },
    providerId: null,
    reason: proposal.reason,
    before: { sendingHeldSince: shanghaiSecond(hold.since) },
  })
  return true
}
