// Notes that the database was found to have lost commits, for which bank files are held back until people have compared them (ADR 102).

import { type DatabaseServer, serverChange } from '@paywages/domain/transfers/sending-gate.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { anchorAhead } from '../audit-log/anchor-chain.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { workerAt } from './adopt-debits.ts'
import { noteRestore, readGate } from './gate-store.ts'

/** The mark tells one restore from another: the server that answers since, a log that does not reach its newest anchor, or a file that was forgotten. False where it was told before. */
export async function holdFiles(
  tx: Tx,
  services: Services,
  mark: string,
  also: readonly string[] = [],
): Promise<boolean> {
  const now = services.clock.now()
  if (!(await noteRestore(tx, mark, now, also))) return false
  await recordAnonymousEntry(tx, workerAt(now), {
    action: 'hold-bank-files',
    object: { kind: 'sending', id: mark },
    providerId: null,
  })
  services.log.error({ mark }, 'bank files are held back until people have compared them with online banking')
  return true
}

/** Found on another server than was last compared; its log is older too, of which the next anchor would tell once more. */
export function holdAfterChange(tx: Tx, services: Services, current: DatabaseServer): Promise<boolean> {
  const { systemIdentifier, timeline } = current
  return holdFiles(tx, services, `server ${systemIdentifier} ${timeline}`, [olderLogMark(current)])
}

/** Older files of the same server change neither cluster nor timeline; what was published of the audit log tells. */
export async function noteOlderLog(services: Services): Promise<boolean> {
  if ((await anchorAhead(services)) === undefined) return false
  return services.database.transact((tx) => holdOlderLog(tx, services))
}

/** Before what was published is given up, which would tell the next look of it: a server that nobody has looked at may be a later restore. */
export async function holdAcknowledged(tx: Tx, services: Services): Promise<void> {
  const { recorded, current } = await readGate(tx)
  if (serverChange(recorded, current) === 'compare') await holdOlderLog(tx, services)
}

async function holdOlderLog(tx: Tx, services: Services): Promise<boolean> {
  const { current } = await readGate(tx)
  return holdFiles(tx, services, olderLogMark(current))
}

/** Until a restore is acknowledged nothing more is anchored, so the start of the server tells a later one from it. */
const olderLogMark = ({ startedAt }: DatabaseServer): string => `older log since ${startedAt.toISOString()}`
