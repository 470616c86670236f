// A manager has looked into a flagged signing, once (D27).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { findContracts, markChecked } from './contract-actions-store.ts'

export async function checkFlags(
  services: Services,
  by: Actor,
  contractId: number,
  note: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const [contract] = await findContracts(tx, scopeOf(by.person), [contractId], 'lock')
    if (!contract) throw new Refused('not-found')
    const { accountId } = by.person
    if (!(await markChecked(tx, contractId, { accountId, at: by.at, reason: note })))
      throw new Refused('flag-none')
    await recordEntry(tx, by, {
      action: 'check-signing-flags',
      object: { kind: 'personal-contract', id: contractId, name: `${contract.contractNo} ${contract.name}` },
      providerId: contract.providerId,
      reason: note,
      after: { flags: contract.flags },
    })
  })
}
