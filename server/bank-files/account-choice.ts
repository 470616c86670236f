// Who chooses the account of a start, and which there are; changed by two people (D47, ADR 83).

import {
  type AccountChoice,
  chooseAccount,
  DIRECT,
  type WantedAccount,
} from '@paywages/domain/bank-files/choose-account.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntryAs } from '../audit-log/record-entry.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { enabledAccounts, type PayingAccount, saveChoice, starterChooses } from './account-store.ts'

export type Accounts = AccountChoice & { readonly accounts: readonly PayingAccount[] }

/** Held where a start goes by it, so that a start and a change come one after the other. */
export async function accountsOf(tx: Tx, providerId: number, lock?: 'lock'): Promise<Accounts> {
  const accounts = await enabledAccounts(tx, providerId, lock)
  const idOf = ({ channel, payingAccountId }: PayingAccount) =>
    channel === 'file' ? payingAccountId : DIRECT
  const byDefault = accounts.find(({ isDefault }) => isDefault)
  const defaultId = byDefault === undefined ? DIRECT : idOf(byDefault)
  return {
    accounts,
    defaultId,
    usableIds: [...new Set([defaultId, ...accounts.map(idOf)])],
    starterChooses: await starterChooses(tx, providerId),
  }
}

/** Undefined is the direct channel. */
export async function accountFor(
  tx: Tx,
  providerId: number,
  wanted: WantedAccount,
  lock?: 'lock',
): Promise<PayingAccount | undefined> {
  const all = await accountsOf(tx, providerId, lock)
  const chosen = chooseAccount(all, wanted)
  if ('refusal' in chosen) throw new Refused(chosen.refusal)
  return all.accounts.find(({ payingAccountId }) => payingAccountId === chosen.accountId)
}

/** Of a start: what is signed for it, and kept where it is set for a later time. */
export async function accountToKeep(
  tx: Tx,
  providerId: number,
  accountId: number | undefined,
): Promise<number> {
  return (await accountFor(tx, providerId, { accountId, kept: false }))?.payingAccountId ?? DIRECT
}

export async function proposeChoice(
  services: Services,
  by: Actor,
  providerId: number,
  wanted: boolean,
): Promise<Waiting> {
  return services.database.transact(async (tx) => {
    const provider = await findProvider(tx, providerId)
    if (!provider) throw new Refused('not-found')
    const before = await starterChooses(tx, providerId)
    if (before === wanted) throw new Refused('paying-account-same')
    return propose(tx, services, by, {
      kind: 'change-account-choice',
      subject: `account-choice:${providerId}`,
      providerId,
      providerName: provider.name,
      accountId: null,
      objectName: provider.name,
      before: { accountChoice: before },
      after: { accountChoice: wanted },
      change: { from: before, to: wanted },
    })
  })
}

export const carryOutChoice: CarryOut = async (tx, _services, proposal, carrier) => {
  const { from, to } = proposal.change as { from: boolean; to: boolean }
  const { providerId } = proposal
  if ((await starterChooses(tx, providerId)) !== from) return false
  await saveChoice(tx, providerId, to, carrier.at)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'change-account-choice',
    object: { kind: 'provider', id: providerId, name: proposal.objectName },
    providerId,
    before: { accountChoice: from },
    after: { accountChoice: to },
  })
  return true
}
