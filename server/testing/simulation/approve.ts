// Takes a batch through its steps as the people of its provider do.

import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import type { Services } from '../../app-services.ts'
import { startOnAccount } from '../../bank-files/start-on-account.ts'
import { decideBatch } from '../../payouts/decide-batch.ts'
import { checkedRisks } from '../checked-risks.ts'
import type { BatchAtHand, World } from './world.ts'

export async function decide(
  world: World,
  services: Services,
  batch: BatchAtHand,
  to: BatchStatus,
): Promise<void> {
  const provider = world.providerOf(batch)
  const person = to === 'ready' ? provider.check : provider.pay
  const risks = to === 'transferring' ? [] : await checkedRisks(world.services, batch.batchId)
  const decision = { to, pass: true, reason: '', checkedRisks: risks }
  return decideBatch(services, world.by(person), batch.batchId, decision, startOnAccount)
}

/** Approvals have tests of their own: here they are taken in one go. */
export async function approve(world: World, batch: BatchAtHand): Promise<void> {
  if (batch.status === 'auditing') await decide(world, world.services, batch, 'reviewing')
  await decide(world, world.services, batch, 'ready')
}
