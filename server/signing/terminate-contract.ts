// Ends a signed contract: the person counts as unsigned with this provider again (D28).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { markUnsigned } from '../freelancers/store.ts'
import { countUnsigned, lockBatchesOf } from '../payouts/signing-counts.ts'
import { Refused } from '../refused.ts'
import { findContracts, terminate } from './contract-actions-store.ts'

/** Held in the order batches, person, contract, as a signing holds them. */
export async function terminateContract(
  services: Services,
  by: Actor,
  contractId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const [contract] = await findContracts(tx, scopeOf(by.person), [contractId])
    if (!contract) throw new Refused('not-found')
    const { providerId, userId, idHash, contractNo, name } = contract
    const payee = { providerId, idHash }
    const batches = await lockBatchesOf(tx, payee)
    const wasSigned = await markUnsigned(tx, { providerId, userId })
    const deed = { accountId: by.person.accountId, at: by.at, reason }
    // Rolled back with everything above it: the person may have signed another one since.
    if (!(await terminate(tx, contractId, deed))) throw new Refused('contract-not-in-force')
    if (wasSigned) await countUnsigned(tx, payee, batches)
    await recordEntry(tx, by, {
      action: 'terminate-personal-contract',
      object: { kind: 'personal-contract', id: contractId, name: `${contractNo} ${name}` },
      providerId,
      reason,
    })
  })
}
