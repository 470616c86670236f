// Proposals for tests: stored by the operations, and confirmed by a second manager as in the console.

import type { Proposable } from '@paywages/wire/endpoint.ts'
import { resetAccountPassword } from '../accounts/change-account.ts'
import { PROPOSAL_HANDLERS } from '../processes/proposal-kinds.ts'
import { settleDueProposals } from '../proposals/decide-proposal.ts'
import { actorOf } from './actor.ts'
import { type Reply, signIn } from './client.ts'
import { newPassword } from './people.ts'
import type { TestServices } from './test-services.ts'

/** As the worker does when the time of proposals has come. */
export const settleProposals = (services: TestServices) => settleDueProposals(services, PROPOSAL_HANDLERS)

/** A password to be reset, which waits for a second person. */
export async function storeProposal(
  services: TestServices,
  proposer: string,
  accountId: number,
): Promise<number> {
  const by = await actorOf(services, proposer)
  const waiting = await resetAccountPassword(services, by, accountId, newPassword('Other-pass-1'))
  if (waiting === undefined) throw new Error('nothing was proposed')
  return waiting.proposalId
}

/** What a call has proposed is confirmed by somebody else; a call that was refused, or that acted at once, stays as it is. */
export async function confirmed<R extends Reply | Proposable<unknown>>(
  services: TestServices,
  second: string,
  asked: Promise<R>,
): Promise<R> {
  const reply = await asked
  const proposalId =
    'body' in reply ? (reply.body as { proposalId?: number }).proposalId : reply.waiting?.proposalId
  if (proposalId !== undefined)
    await (await signIn(services, second)).answer('confirmProposal', { proposalId })
  return reply
}
