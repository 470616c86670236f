// Takes an operator's word that this database's server is the one that sends from now on, whichever was named before (ADR 167).

import { randomUUID } from 'node:crypto'
import { isSuperseded } from '@paywages/domain/transfers/sending-gate.ts'
import { namedNext } from '@paywages/domain/transfers/sending-server.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { readGate } from './gate-store.ts'
import { readNamed, writeNamed } from './sending-server.ts'

/** False where it is not superseded; another halt ends first, and is told until then. */
export async function takeOverSending(
  services: Services,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  const { gate, current } = await services.database.query((tx) => readGate(tx))
  const named = await readNamed(services)
  if (!isSuperseded(gate)) return false
  const at = services.clock.now()
  // Before it counts: what nobody wrote down nobody did.
  await services.database.transact((tx) =>
    recordAnonymousEntry(
      tx,
      { at, address: '', requestId: randomUUID(), hostname: '' },
      {
        action: 'take-over-sending',
        object: { kind: 'sending', id: 'superseded', name: by },
        providerId: null,
        reason,
        before: named
          ? { server: String(named.server.systemIdentifier), timeline: named.server.timeline }
          : {},
        after: { server: String(current.systemIdentifier), timeline: current.timeline },
      },
    ),
  )
  await writeNamed(services, namedNext(named, current, 'by-hand', at))
  return true
}
