// Takes the steps that a day brings: signed contracts come into force on their first day and expire after their last (D29).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { dueSteps } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { addEvent, contractsDue, findContract, setStatus } from './store.ts'

const EVERYTHING: Scope = { of: 'everything' }

/** However late it comes, and however often: what is due is taken once. Returns how many steps were taken. */
export async function applyContractSteps(services: Services): Promise<number> {
  const at = services.clock.now()
  const due = await services.database.query((tx) => contractsDue(tx, shanghaiDay(at)))
  let steps = 0
  // One transaction each: a contract that fails keeps no other back, nor does one that is being saved.
  for (const contractId of due)
    steps += await services.database
      .transact((tx) => takeSteps(tx, contractId, at))
      .catch((error: unknown) => {
        services.log.error(
          { contract: contractId, err: error },
          'a contract could not take the steps of the day',
        )
        return 0
      })
  return steps
}

/** Validated again under lock; one that somebody else holds is left for the next round. */
async function takeSteps(tx: Tx, contractId: number, at: Date): Promise<number> {
  const contract = await findContract(tx, EVERYTHING, contractId, 'try')
  if (!contract) return 0
  const steps = dueSteps({ ...contract, signed: contract.signedFileId !== null }, shanghaiDay(at))
  const origin = { at, address: 'worker', requestId: 'keep-contracts', hostname: '' }
  let before = contract.status
  for (const status of steps) {
    await setStatus(tx, contractId, status)
    await addEvent(tx, contractId, { kind: status, accountId: null, at })
    await recordAnonymousEntry(tx, origin, {
      action: 'contract-by-day',
      object: {
        kind: 'enterprise-contract',
        id: contractId,
        name: `${contract.contractNo} ${contract.contractName}`,
      },
      providerId: contract.providerId,
      before: { status: before },
      after: { status },
    })
    before = status
  }
  return steps.length
}
