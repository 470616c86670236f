// A lost second factor is taken from an account by two people: proposed by one manager, confirmed by another, and set up anew at the next login (D47, D48).

import { validateTouch } from '@paywages/domain/accounts/account-change.ts'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { decidesFrom, holdsDecidingRight } from '@paywages/domain/proposals/second-person.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import { type AccountRecord, endSessions, findAccount, setDecidesFrom } from '../accounts/store.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry, recordEntryAs } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { Refused, refuseIf } from '../refused.ts'
import { passkeysOf, setPasskeyRemoved } from './passkey-store.ts'
import { deleteRecoveryCodes, deleteTotp, readTotpFacts } from './store.ts'

/** Of an account that decides nothing it is taken at once. */
export async function resetFactors(
  services: Services,
  by: Actor,
  accountId: number,
  reason?: string,
): Promise<Waiting | undefined> {
  return services.database.transact(async (tx) => {
    const account = await findAccount(tx, scopeOf(by.person), accountId, 'lock')
    if (!account) throw new Refused('not-found')
    refuseIf(validateTouch(by.person, account))
    const held = await factorsOf(tx, accountId)
    if (held === 0) throw new Refused('no-factor')
    if (holdsDecidingRight(account))
      return propose(tx, services, by, {
        kind: 'reset-factor',
        subject: String(accountId),
        providerId: account.providerId,
        providerName: account.providerName,
        accountId,
        objectName: `${account.account} ${account.realName}`,
        before: { factors: held },
        after: { factors: 0 },
        change: { epoch: account.sessionEpoch },
        reason,
      })
    await takeFactors(tx, accountId, by.at)
    await recordEntry(tx, by, entryOf(account))
    await insertNotices(tx, [accountId], { kind: 'factor-reset', byName: by.person.realName, at: by.at })
    return undefined
  })
}

export const carryOutFactorReset: CarryOut = async (tx, services, proposal, carrier) => {
  const { accountId, proposalId } = proposal
  const account =
    accountId === null ? undefined : await findAccount(tx, { of: 'everything' }, accountId, 'lock')
  // The epoch rises with every other password, right and standing.
  if (account === undefined || account.sessionEpoch !== (proposal.change as { epoch: number }).epoch)
    return false
  await takeFactors(tx, account.accountId, carrier.at)
  await setDecidesFrom(tx, account.accountId, decidesFrom(carrier.at, services.settings.accountWaitMs))
  await recordEntryAs(tx, carrier, carrier.writer, entryOf(account))
  await insertNotices(tx, [account.accountId], {
    kind: 'factor-reset',
    byName: carrier.names,
    proposalId,
    at: carrier.at,
  })
  return true
}

async function factorsOf(tx: Tx, accountId: number): Promise<number> {
  const totp = await readTotpFacts(tx, accountId)
  return (await passkeysOf(tx, accountId)).length + (totp?.confirmedAt ? 1 : 0)
}

/** Keys stay on record: what they have signed is still proven by them. */
async function takeFactors(tx: Tx, accountId: number, at: Date): Promise<void> {
  for (const { passkeyId } of await passkeysOf(tx, accountId, 'lock'))
    await setPasskeyRemoved(tx, passkeyId, at)
  await deleteTotp(tx, accountId)
  await deleteRecoveryCodes(tx, accountId)
  await endSessions(tx, accountId)
}

const entryOf = ({ accountId, account, providerId }: AccountRecord) => ({
  action: 'reset-factor' as const,
  object: { kind: 'account', id: accountId, name: account },
  providerId,
})
