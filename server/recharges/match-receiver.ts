// Matches what a receiving account was credited with the recharges that were registered for it (D50).

import { matchCredits, type OwnPayer } from '@paywages/domain/recharges/match-credits.ts'
import { CREDIT_SEAL, PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { findProvider, openParticulars } from '../providers/store.ts'
import { lockReceiver, lockUnmatched, openCredits, releaseRejected, setMatch } from './credit-store.ts'

/** The account is locked first, recharges next, credits last: audits take the latter two in the same order. */
export async function matchReceiver(
  tx: Tx,
  { cipher }: Pick<Services, 'cipher'>,
  account: string,
  at: Date,
): Promise<number> {
  await lockReceiver(tx, account)
  await releaseRejected(tx, account)
  const payments = await lockUnmatched(tx, account)
  if (payments.length === 0) return 0
  const open = await openCredits(tx, account)
  const own = new Map<number, OwnPayer>()
  for (const { providerId } of payments)
    if (!own.has(providerId)) own.set(providerId, await ownPayer(tx, cipher, providerId))
  const matches = matchCredits(
    payments.map(({ sealedPayer, providerId, ...payment }) => ({
      ...payment,
      own: own.get(providerId) ?? NOBODY,
      payerAccount: cipher.open(sealedPayer, PAYER_SEAL),
    })),
    open.map(({ sealedPayer, ...credit }) => ({
      ...credit,
      payerAccount: sealedPayer === '' ? '' : cipher.open(sealedPayer, CREDIT_SEAL),
    })),
  )
  for (const match of matches) await setMatch(tx, match, null, at)
  return matches.length
}

const NOBODY: OwnPayer = { names: [], accounts: [] }

async function ownPayer(tx: Tx, cipher: Services['cipher'], providerId: number): Promise<OwnPayer> {
  const provider = await findProvider(tx, providerId)
  if (!provider) return NOBODY
  const { bankAccount } = openParticulars(cipher, provider)
  return { names: [provider.name, provider.bankAccountName], accounts: [bankAccount] }
}
