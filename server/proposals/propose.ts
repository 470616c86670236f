// Proposes a change instead of making it: to a second manager, or to time where there is no second one (D47).

import { DAY_MS, shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { coolsDown, FORMER_MANAGER_DAYS } from '@paywages/domain/proposals/proposal.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import { proposalTexts } from '@paywages/wire/proposals/messages.ts'
import type { Actor } from '../actor.ts'
import { nextDailyNumber } from '../adapters/postgres/daily-numbers.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { insertNotices } from './notice-store.ts'
import {
  concernedOf,
  formerManagers,
  insertProposal,
  managersOf,
  type NewProposal,
  superManagers,
} from './store.ts'

export type ProposalDraft = Omit<
  NewProposal,
  | 'proposalNo'
  | 'proposedBy'
  | 'proposerAccount'
  | 'proposerName'
  | 'at'
  | 'expiresAt'
  | 'effectiveAt'
  | 'reason'
> & { readonly reason?: string | undefined }

/** Within the transaction of the operation that was asked for; what it answers tells people what it now waits for. */
export async function propose(
  tx: Tx,
  { settings }: Pick<Services, 'settings'>,
  by: Actor,
  draft: ProposalDraft,
): Promise<Waiting> {
  const proposedBy = by.person.accountId
  const managers = await managersOf(tx, draft.providerId)
  const lately = new Date(by.at.getTime() - FORMER_MANAGER_DAYS * DAY_MS)
  const former = await formerManagers(tx, draft.providerId, lately)
  const about = { proposedBy, accountId: draft.accountId }
  const cools = coolsDown(managers, await superManagers(tx), former, about)
  const effectiveAt = cools ? new Date(by.at.getTime() + settings.proposals.coolingMs) : null
  const proposalNo = `BG${await nextDailyNumber(tx, 'proposal', shanghaiDay(by.at))}`
  const proposalId = await once(() =>
    insertProposal(tx, {
      ...draft,
      reason: draft.reason ?? '',
      proposalNo,
      proposedBy,
      proposerAccount: by.person.account,
      proposerName: by.person.realName,
      at: by.at,
      expiresAt: new Date(by.at.getTime() + settings.proposals.expiryMs),
      effectiveAt,
    }),
  )
  await recordEntry(tx, by, {
    action: 'propose-change',
    object: { kind: 'proposal', id: proposalId, name: `${proposalNo} ${draft.objectName}` },
    providerId: draft.providerId,
    reason: draft.reason ?? '',
    before: draft.before,
    after: { kind: draft.kind, ...draft.after },
  })
  if (effectiveAt === null) return { proposalId, msg: proposalTexts.waits }
  // Also who was disabled, or managed until lately; an account that is proposed is not there yet.
  const owner = draft.accountId === null || draft.kind === 'add-account' ? [] : [draft.accountId]
  const concerned = [...(await concernedOf(tx, draft.providerId)), ...former, ...owner]
  const told = concerned.filter((accountId) => accountId !== proposedBy)
  await insertNotices(tx, told, {
    kind: 'proposal-cooling',
    about: draft.objectName,
    byName: by.person.realName,
    proposalId,
    at: by.at,
  })
  return { proposalId, msg: proposalTexts.cools(shanghaiMinute(effectiveAt)) }
}

async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (breaks(error, 'proposals_open_once')) throw new Refused('proposal-open')
    throw error
  }
}
