// Adds, changes or disables a paying account: proposed by one manager, carried out once another has confirmed it (D47, ADR 81).

import type { Waiting } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type AuditFacts, changedFacts, recordEntryAs } from '../audit-log/record-entry.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import {
  type AccountParticulars,
  findPayingAccount,
  insertPayingAccount,
  type PayingAccount,
  updatePayingAccount,
} from './account-store.ts'
import { currentFormat, formatName } from './format-store.ts'

export type AccountChange = {
  readonly providerId: number
  /** Undefined where it is a new one. */
  readonly payingAccountId?: number | undefined
  readonly holderName: string
  readonly bankName: string
  /** Undefined keeps the one that is there. */
  readonly accountNo?: string | undefined
  readonly channel: 'direct' | 'file'
  readonly formatKey: string
  readonly isDefault: boolean
  readonly enabled: boolean
}

const TAIL = 4

/** What people compare; the whole number is in the change alone, sealed. */
async function factsOf(tx: Tx, account: AccountParticulars | undefined): Promise<AuditFacts> {
  if (account === undefined) return {}
  return {
    payingHolder: account.holderName,
    payingBank: account.bankName,
    payingAccount: account.accountTail,
    payingChannel: account.channel,
    payingFormat: await formatName(tx, account.formatKey),
    payingDefault: account.isDefault,
    payingEnabled: account.enabled,
  }
}

async function particularsOf(
  tx: Tx,
  services: Services,
  input: AccountChange,
  before: PayingAccount | undefined,
): Promise<AccountParticulars> {
  const { holderName, bankName, accountNo, channel, formatKey, isDefault, enabled } = input
  if (accountNo === undefined && before === undefined) throw new Refused('paying-account-number')
  if ((channel === 'file') !== (formatKey !== '')) throw new Refused('paying-account-format')
  const current = { providerId: input.providerId, at: services.clock.now() }
  // One whose format was withdrawn may still be disabled.
  if (channel === 'file' && enabled && (await currentFormat(tx, formatKey, current)) === undefined)
    throw new Refused('paying-account-format')
  if (isDefault && !enabled) throw new Refused('paying-account-default')
  const number =
    accountNo === undefined
      ? { sealedAccount: before?.sealedAccount ?? '', accountTail: before?.accountTail ?? '' }
      : {
          sealedAccount: services.cipher.seal(accountNo, PAYING_ACCOUNT_SEAL),
          accountTail: accountNo.slice(-TAIL),
        }
  return { holderName, bankName, ...number, channel, formatKey, isDefault, enabled }
}

export async function proposeAccount(services: Services, by: Actor, input: AccountChange): Promise<Waiting> {
  return services.database.transact(async (tx) => {
    const provider = await findProvider(tx, input.providerId)
    if (!provider) throw new Refused('not-found')
    const before =
      input.payingAccountId === undefined ? undefined : await findPayingAccount(tx, input.payingAccountId)
    if (input.payingAccountId !== undefined && before?.providerId !== input.providerId)
      throw new Refused('not-found')
    const to = await particularsOf(tx, services, input, before)
    const from = before && plainParticulars(before)
    if (from && JSON.stringify(from) === JSON.stringify(to)) throw new Refused('paying-account-same')
    return propose(tx, services, by, {
      kind: 'change-paying-account',
      // Two at once would each make its own the default.
      subject: `paying-account:${input.providerId}`,
      providerId: input.providerId,
      providerName: provider.name,
      accountId: null,
      objectName: `${to.bankName} ${to.accountTail}`,
      before: await factsOf(tx, from),
      after: await factsOf(tx, to),
      change: { payingAccountId: before?.payingAccountId ?? null, from: from ?? null, to },
    })
  })
}

const plainParticulars = (account: PayingAccount): AccountParticulars => {
  const { holderName, bankName, sealedAccount, accountTail, channel, formatKey, isDefault, enabled } = account
  return { holderName, bankName, sealedAccount, accountTail, channel, formatKey, isDefault, enabled }
}

type StoredChange = {
  readonly payingAccountId: number | null
  readonly from: AccountParticulars | null
  readonly to: AccountParticulars
}

/** Compared without the seal, which a rotation of keys may have renewed. */
const compared = (account: AccountParticulars | null): string => {
  if (account === null) return ''
  const { holderName, bankName, accountTail, channel, formatKey, isDefault, enabled } = account
  return JSON.stringify([holderName, bankName, accountTail, channel, formatKey, isDefault, enabled])
}

export const carryOutPayingAccount: CarryOut = async (tx, _services, proposal, carrier) => {
  const change = proposal.change as unknown as StoredChange
  const { to } = change
  let id = change.payingAccountId
  if (id === null) id = await insertPayingAccount(tx, proposal.providerId, to, carrier.at)
  else {
    const found = await findPayingAccount(tx, id, 'lock')
    if (!found || compared(plainParticulars(found)) !== compared(change.from)) return false
    await updatePayingAccount(tx, found, to, carrier.at)
  }
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'change-paying-account',
    object: { kind: 'paying-account', id, name: `${to.bankName} ${to.accountTail}` },
    providerId: proposal.providerId,
    ...changedFacts(await factsOf(tx, change.from ?? undefined), await factsOf(tx, to)),
  })
  return true
}
