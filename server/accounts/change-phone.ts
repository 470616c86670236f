// The mobile number of an account, by which two accounts of one person are found (ADR 63): of whoever decides it is changed by two people (D47).

import { maskPhone } from '@paywages/domain/personal/mask.ts'
import { holdsDecidingRight } from '@paywages/domain/proposals/second-person.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { ACCOUNT_PHONE_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry, recordEntryAs } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { phoneOf, type SealedPhone, savePhone, sealPhone } from './phone-store.ts'
import { type AccountRecord, findAccount } from './store.ts'

const shown = (phone: string) => (phone === '' ? '' : maskPhone(phone))

/** The account is held. Taken away it is by nobody: only another number takes its place. */
export async function changePhone(
  tx: Tx,
  services: Services,
  by: Actor,
  account: AccountRecord,
  { phone, reason }: { readonly phone: string; readonly reason?: string | undefined },
): Promise<Waiting | undefined> {
  const { accountId, providerId, providerName } = account
  const before = await phoneOf(tx, services.cipher, accountId)
  if (phone === '' || phone === before) return undefined
  const to = sealPhone(services.cipher, phone)
  const facts = { before: { phone: shown(before) }, after: { phone: to.masked } }
  if (holdsDecidingRight(account))
    return propose(tx, services, by, {
      kind: 'change-phone',
      subject: String(accountId),
      providerId,
      providerName,
      accountId,
      objectName: `${account.account} ${account.realName}`,
      ...facts,
      change: { from: before === '' ? '' : sealPhone(services.cipher, before).hash, to },
      reason,
    })
  await savePhone(tx, accountId, to, by.at)
  await recordEntry(tx, by, { ...entryOf(account), ...facts })
  await insertNotices(tx, [accountId], { kind: 'account-renamed', byName: by.person.realName, at: by.at })
  return undefined
}

export const carryOutPhone: CarryOut = async (tx, services, proposal, carrier) => {
  const { accountId, before, after, proposalId } = proposal
  const account =
    accountId === null ? undefined : await findAccount(tx, { of: 'everything' }, accountId, 'lock')
  if (account === undefined) return false
  const { from, to } = proposal.change as { from: string; to: SealedPhone }
  const present = await phoneOf(tx, services.cipher, account.accountId)
  if ((present === '' ? '' : sealPhone(services.cipher, present).hash) !== from) return false
  const phone = sealedAnew(services.cipher, to)
  if (phone === undefined) return false
  await savePhone(tx, account.accountId, phone, carrier.at)
  await recordEntryAs(tx, carrier, carrier.writer, { ...entryOf(account), before, after })
  const notice = { kind: 'account-renamed', byName: carrier.names, proposalId, at: carrier.at } as const
  await insertNotices(tx, [account.accountId], notice)
  return true
}

/** Under the key of today; undefined where the one that it waited under was retired meanwhile. */
export function sealedAnew(cipher: Cipher, { sealed }: SealedPhone): SealedPhone | undefined {
  try {
    return sealPhone(cipher, cipher.open(sealed, ACCOUNT_PHONE_SEAL))
  } catch {
    return undefined
  }
}

const entryOf = ({ accountId, account, providerId }: AccountRecord) => ({
  action: 'update-account' as const,
  object: { kind: 'account', id: accountId, name: account },
  providerId,
})
