// Carries out what was proposed about accounts, once a second person has confirmed it or the cooling time is over (D47).

import { decidesFrom } from '@paywages/domain/proposals/second-person.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { changedFacts, recordEntryAs } from '../audit-log/record-entry.ts'
import { insertNotices, type Notice } from '../proposals/notice-store.ts'
import type { Carrier, CarryOut } from '../proposals/proposal-kind.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { sealedAnew } from './change-phone.ts'
import { type SealedPhone, savePhone } from './phone-store.ts'
import {
  type AccountRecord,
  findAccount,
  insertAccount,
  isNameTaken,
  type NewAccount,
  setDecidesFrom,
  setEnabled,
  setPassword,
  updateAccount,
} from './store.ts'

/** What an account that was proposed is made of; the password as its hash. */
export type ProposedAccount = Omit<NewAccount, 'at' | 'decidesFrom' | 'accountId'> & {
  readonly phone?: SealedPhone | undefined
}

/** The rights that need a second person, and where they hold. */
export type PlacedRights = Pick<AccountRecord, 'platformId' | 'payRight' | 'checkRight' | 'manager'>

export const placedRightsOf = ({
  platformId,
  payRight,
  checkRight,
  manager,
}: PlacedRights): PlacedRights => ({
  platformId,
  payRight,
  checkRight,
  manager,
})

export const carryOutNewAccount: CarryOut = async (tx, services, proposal, carrier) => {
  const { accountId, change, proposalId, providerId, after } = proposal
  const { phone: waited, ...wanted } = change as ProposedAccount
  const provider = await findProvider(tx, providerId, 'lock')
  if (accountId === null || !provider?.enabled || !provider.platformIds.includes(wanted.platformId))
    return false
  if (await isNameTaken(tx, wanted.account)) return false
  const phone = waited && sealedAnew(services.cipher, waited)
  if (waited !== undefined && phone === undefined) return false
  const from = decidesFrom(carrier.at, services.settings.accountWaitMs)
  try {
    await insertAccount(tx, { ...wanted, accountId, at: carrier.at, decidesFrom: from })
  } catch (error) {
    if (breaks(error, 'accounts_by_name')) throw new Refused('account-taken')
    throw error
  }
  if (phone !== undefined) await savePhone(tx, accountId, phone, carrier.at)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'add-account',
    object: { kind: 'account', id: accountId, name: wanted.account },
    providerId,
    after,
  })
  await tell(tx, accountId, 'account-added', carrier, proposalId)
  return true
}

export const carryOutRights: CarryOut = async (tx, services, proposal, carrier) => {
  const account = await lockConcerned(tx, proposal.accountId)
  const { from, to, epoch } = proposal.change as { from: PlacedRights; to: PlacedRights; epoch?: number }
  if (
    account === undefined ||
    hasChangedSince(account, epoch) ||
    JSON.stringify(placedRightsOf(account)) !== JSON.stringify(placedRightsOf(from))
  )
    return false
  const provider = await findProvider(tx, account.providerId, 'lock')
  if (!provider?.platformIds.includes(to.platformId)) return false
  await updateAccount(tx, account.accountId, { ...account, ...to }, true)
  await startWaiting(tx, services, account, carrier)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'update-account',
    object: objectOf(account),
    providerId: account.providerId,
    ...changedFacts({ ...from }, { ...to }),
  })
  await tell(tx, account.accountId, 'rights-changed', carrier, proposal.proposalId)
  return true
}

export const carryOutReset: CarryOut = async (tx, services, proposal, carrier) => {
  const account = await lockConcerned(tx, proposal.accountId)
  const { passwordHash, epoch } = proposal.change as { passwordHash: string; epoch: number }
  // The epoch rises with every other password, right and standing.
  if (account === undefined || account.sessionEpoch !== epoch) return false
  await setPassword(tx, account.accountId, { passwordHash, mustChange: true })
  await startWaiting(tx, services, account, carrier)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'reset-password',
    object: objectOf(account),
    providerId: account.providerId,
  })
  await tell(tx, account.accountId, 'password-reset', carrier, proposal.proposalId)
  return true
}

export const carryOutEnabling: CarryOut = async (tx, services, proposal, carrier) => {
  const account = await lockConcerned(tx, proposal.accountId)
  const { rights, epoch } = proposal.change as { rights: PlacedRights; epoch?: number }
  if (account === undefined || account.enabled || hasChangedSince(account, epoch)) return false
  // What was to be enabled is what the second person saw.
  if (JSON.stringify(placedRightsOf(account)) !== JSON.stringify(placedRightsOf(rights))) return false
  await setEnabled(tx, account.accountId, true)
  await startWaiting(tx, services, account, carrier)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'enable-account',
    object: objectOf(account),
    providerId: account.providerId,
  })
  await tell(tx, account.accountId, 'account-enabled', carrier, proposal.proposalId)
  return true
}

/** The epoch rises with every other password, right and standing: a second person gives no rights to whoever holds a password since. Proposals of earlier releases hold none. */
const hasChangedSince = ({ sessionEpoch }: AccountRecord, epoch: number | undefined): boolean =>
  epoch !== undefined && epoch !== sessionEpoch

const lockConcerned = async (tx: Tx, accountId: number | null) =>
  accountId === null ? undefined : findAccount(tx, { of: 'everything' }, accountId, 'lock')

const objectOf = (account: AccountRecord) => ({
  kind: 'account',
  id: account.accountId,
  name: account.account,
})

const startWaiting = (tx: Tx, { settings }: Services, { accountId }: AccountRecord, { at }: Carrier) =>
  setDecidesFrom(tx, accountId, decidesFrom(at, settings.accountWaitMs))

const tell = (tx: Tx, accountId: number, kind: Notice['kind'], carrier: Carrier, proposalId: number) =>
  insertNotices(tx, [accountId], { kind, byName: carrier.names, proposalId, at: carrier.at })
