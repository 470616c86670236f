// A manager says which recharge a credit is the money of, or takes that back before the audit (D50).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { validateMatch, validateUnmatch } from '@paywages/domain/recharges/match-credits.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused, refuseIf } from '../refused.ts'
import { objectOf } from './audit-recharge.ts'
import { type CreditRecord, findCredit } from './credit-reads.ts'
import { lockReceiver, releaseCredit, setMatch } from './credit-store.ts'
import { accountsFor } from './receiver-accounts.ts'
import { lockRecharge } from './store.ts'

export async function chooseCredit(
  services: Services,
  by: Actor,
  creditId: number,
  rechargeId: number | null,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const accounts = await accountsFor(tx, services, by)
    const seen = await required(findCredit(tx, accounts, creditId))
    await lockReceiver(tx, seen.receiverAccount)
    const credit = await required(findCredit(tx, accounts, creditId))
    if (rechargeId === null) await undo(tx, by, credit)
    else await choose(tx, by, credit, rechargeId)
  })
}

async function required<T>(found: Promise<T | undefined>): Promise<T> {
  const record = await found
  if (record === undefined) throw new Refused('not-found')
  return record
}

async function choose(tx: Tx, by: Actor, credit: CreditRecord, rechargeId: number): Promise<void> {
  const recharge = await required(lockRecharge(tx, scopeOf(by.person), rechargeId))
  const chosen = {
    creditFen: credit.amountFen,
    creditRechargeId: credit.rechargeId,
    receivesHere: credit.receiverAccount === recharge.receiverAccount,
  }
  refuseIf(validateMatch(recharge, chosen, by.person))
  await setMatch(tx, { creditId: credit.creditId, rechargeId }, by.person.accountId, by.at)
  await recordEntry(tx, by, {
    action: 'match-credit',
    object: objectOf(recharge),
    providerId: recharge.providerId,
    after: {
      creditId: credit.creditId,
      amount: formatYuan(credit.amountFen),
      day: credit.day,
      page: credit.page,
    },
  })
}

async function undo(tx: Tx, by: Actor, credit: CreditRecord): Promise<void> {
  if (credit.rechargeId === null) throw new Refused('state-changed')
  const recharge = await required(lockRecharge(tx, scopeOf(by.person), credit.rechargeId))
  refuseIf(validateUnmatch(recharge.status))
  await releaseCredit(tx, recharge.rechargeId)
  await recordEntry(tx, by, {
    action: 'undo-credit-match',
    object: objectOf(recharge),
    providerId: recharge.providerId,
    before: { creditId: credit.creditId, amount: formatYuan(credit.amountFen), day: credit.day },
  })
}
